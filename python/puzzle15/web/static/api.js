/** Questions to the server. Each is a POST of JSON to /api/NAME; a refusal, or no answer at all, is an `ApiError`. */

import { toLists } from "./rules.js";

/** @typedef {import("./rules.js").Board} Board */

/** A question that the server refused, or did not answer. */
export class ApiError extends Error {
  /** @param {string} message @param {string} kind @param {Record<string, any>} [details] */
  constructor(message, kind, details = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} question boards may be `Board`s
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the answer
 */
export async function ask(name, question, signal) {
  return (await post(name, question, signal)).json();
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob>} the file
 */
export async function fetchFile(name, question, signal) {
  return (await post(name, question, signal)).blob();
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function post(name, question, signal) {
  const body = JSON.stringify(question, (_, value) => (value?.cells && value.rows ? toLists(value) : value));
  let answer;
  try {
    answer = await fetch(`api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("The server does not answer. Is “puzzle15 web” still running?", "offline");
  }
  if (answer.ok) return answer;
  const { error = {} } = await answer.json().catch(() => ({}));
  throw new ApiError(error.message ?? `The server answered ${answer.status}.`, error.kind ?? "server", error);
}

/** Questions of one kind: a new one cancels the one before. */
export class Latest {
  /** @type {AbortController | null} */
  #controller = null;

  /** @returns {boolean} whether an answer is awaited */
  get busy() {
    return this.#controller !== null;
  }

  /** Give up waiting for the answer. */
  cancel() {
    this.#controller?.abort();
    this.#controller = null;
  }

  /**
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} work
   * @returns {Promise<T | null>} null if it was cancelled
   */
  async run(work) {
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const answer = await work(controller.signal);
      return controller.signal.aborted ? null : answer;
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      if (this.#controller === controller) this.#controller = null;
      // If one of two questions has failed, the other one is of no use.
      controller.abort();
    }
  }
}
