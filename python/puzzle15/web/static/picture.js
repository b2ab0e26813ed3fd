/** The visitor's own picture on the tiles. It is cropped in the browser and goes nowhere else. */

import { byId, note } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */

const LONGEST = 1400;

/** @param {Table} table */
export function connect(table) {
  /** @type {ImageBitmap | null} */
  let original = null;
  let shape = "";
  let address = "";

  const cut = async () => {
    const { rows, cols } = table.game.goal;
    const key = original ? `${rows}x${cols}` : "";
    if (key === shape) return;
    shape = key;
    const image = original;
    const picture = image ? await cropped(image, cols / rows) : null;
    // Another board or picture may have come meanwhile.
    if (shape !== key || original !== image) return;
    const before = address;
    address = picture ? URL.createObjectURL(picture) : "";
    for (const view of table.views) view.setPicture(address ? { address } : null);
    if (before) URL.revokeObjectURL(before);
    byId("picture-tools").hidden = !original;
  };
  const change = async () => {
    const [file] = byId("picture").files;
    if (!file) return;
    let image;
    try {
      image = await createImageBitmap(file);
    } catch {
      note(`${file.name} is not a picture that this browser can read; try PNG or JPEG.`, "bad");
      return;
    }
    if (byId("picture").files[0] !== file) return;
    original?.close();
    original = image;
    shape = "";
    note("");
    await cut();
  };

  byId("picture").addEventListener("change", change);
  byId("picture-remove").addEventListener("click", () => {
    original?.close();
    original = null;
    byId("picture").value = "";
    cut();
    byId("picture").focus();
  });
  byId("numbers").addEventListener("change", () => document.body.classList.toggle("plain", !byId("numbers").checked));
  table.addEventListener("deal", cut);
}

/**
 * @param {ImageBitmap} image
 * @param {number} ratio width to height
 * @returns {Promise<Blob>} its middle, in that shape
 */
function cropped(image, ratio) {
  const width = Math.min(image.width, image.height * ratio);
  const height = width / ratio;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const [left, top] = [(image.width - width) / 2, (image.height - height) / 2];
  canvas.getContext("2d").drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve));
}
