//! Checksums of tables that every version of this format makes alike.
//!
//! A checksum in a file says that the file is as somebody wrote it, not that it is right: whoever changes a bit can
//! write another checksum. But tables are made in only one way, down to the last bit. So a table for one of the
//! usual goals must have the checksum that is listed here. A test makes them again. Tables for other goals, and
//! whoever looks for another file with the same CRC-32, are not covered.

use std::path::Path;

/// By the name of the file.
const KNOWN: [(&str, u32); 31] = [
    ("2x6-blank9.moves", 0x9ec0d745),
    ("2x6-blank10.moves", 0x92f0cddb),
    ("2x6-blank11.moves", 0x0a4bf58f),
    ("3x4-blank6.moves", 0x3c4d74f4),
    ("3x4-blank7.moves", 0x485afa0e),
    ("3x4-blank10.moves", 0x40296860),
    ("3x4-blank11.moves", 0x8fcaf7ef),
    ("2x7-blank13.patterns", 0x126a74ed),
    ("3x5-blank14.patterns", 0x84163241),
    ("2x8-blank15.patterns", 0xf300ca42),
    ("4x4-blank10.patterns", 0x7ebe7672),
    ("4x4-blank11.patterns", 0xd34cf896),
    ("4x4-blank14.patterns", 0x386880ef),
    ("4x4-blank15.patterns", 0x175f1eee),
    ("2x9-blank17.patterns", 0xbd9b4897),
    ("3x6-blank17.patterns", 0x8d3eefd1),
    ("2x10-blank19.patterns", 0xb95e442a),
    ("4x5-blank19.patterns", 0xc082801a),
    ("3x7-blank20.patterns", 0xd3b88a2f),
    ("2x11-blank21.patterns", 0xc0993820),
    ("2x12-blank23.patterns", 0x96d3aa48),
    ("3x8-blank23.patterns", 0xc227fd4d),
    ("4x6-blank23.patterns", 0x5330c102),
    ("5x5-blank24.patterns", 0x6e0e5db1),
    ("2x6-blank9.slides", 0x499271cb),
    ("2x6-blank10.slides", 0x5b9c5289),
    ("2x6-blank11.slides", 0xb40491a3),
    ("3x4-blank6.slides", 0xff9a402b),
    ("3x4-blank7.slides", 0x0d9467b1),
    ("3x4-blank10.slides", 0x508c00aa),
    ("3x4-blank11.slides", 0xfecd10e5),
];

/// The checksum that the table of this name has, if it is one of the usual ones.
pub(crate) fn known_sum(path: &Path) -> Option<u32> {
    let name = path.file_name()?;
    KNOWN.iter().find(|(known, _)| *known == name).map(|&(_, sum)| sum)
}
