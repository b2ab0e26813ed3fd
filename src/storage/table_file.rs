//! Tables and searches in files: a magic number, a kind, a version and a checksum around whatever they hold.
//!
//! ```text
//!     0   8   "puzzle15"
//!     8   8   kind, filled up with zeros
//!    16   4   version
//!    20   …   contents
//!   end   4   CRC-32 of everything before
//! ```
//!
//! All numbers are little-endian. [`crate::storage::aside`] says how files are written. A file may hold
//! anything, even with a right checksum, so a reader knows how many bytes are left and refuses to read more,
//! and nothing is allocated that the file does not have. Reading and writing can be cancelled at any time.

use crate::puzzle::error::{Error, Fault, FileProblem, Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::Large;
use crate::runtime::{allocate, threads};
use crate::storage::aside::Aside;
use crate::storage::known_sums::known_sum;
use crate::storage::open::{open_cached, open_regular};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"puzzle15";
/// Bytes of the checksum.
const SUM: u64 = 4;
/// How many bytes are read or written between two looks at whether to stop.
pub(crate) const PIECE: usize = 1 << 20;
/// How many bytes a thread reads at a time: few enough to be still in its cache when they are summed up.
const STEP: usize = 1 << 18;

/// What a file holds, and in which version of its format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) version: u32,
}

impl Kind {
    fn header(self) -> Vec<u8> {
        let mut header = MAGIC.to_vec();
        header.extend(self.name.bytes().chain([0; 8]).take(8));
        header.extend(self.version.to_le_bytes());
        header
    }
}

/// Writes a file of this kind that somebody has named. If that fails, the file that was there before stays.
pub(crate) fn write(
    path: &Path,
    kind: Kind,
    cancel: &Cancel,
    contents: impl FnOnce(&mut TableWriter<'_>) -> Result<()>,
) -> Result<()> {
    fill(path, Aside::file(path), kind, cancel, contents)
}

/// The same for a file of the cache.
pub(crate) fn write_own(
    path: &Path,
    kind: Kind,
    cancel: &Cancel,
    contents: impl FnOnce(&mut TableWriter<'_>) -> Result<()>,
) -> Result<()> {
    fill(path, Aside::own_file(path), kind, cancel, contents)
}

fn fill(
    path: &Path,
    aside: io::Result<Aside>,
    kind: Kind,
    cancel: &Cancel,
    contents: impl FnOnce(&mut TableWriter<'_>) -> Result<()>,
) -> Result<()> {
    let unwritten = |error| cannot_write(path, &error);
    let aside = aside.map_err(unwritten)?;
    let file = BufWriter::new(aside.open_file().map_err(unwritten)?);
    let mut writer = TableWriter { to: Some((path, file)), sum: crc32fast::Hasher::new(), cancel };
    writer.put(&kind.header())?;
    contents(&mut writer)?;
    let sum = writer.sum.clone().finalize();
    writer.put(&sum.to_le_bytes())?;
    if let Some((_, file)) = &mut writer.to {
        file.flush().map_err(unwritten)?;
    }
    drop(writer);
    aside.keep().map_err(unwritten)
}

/// The checksum of a file with these contents, without writing one.
pub(crate) fn checksum(
    kind: Kind,
    cancel: &Cancel,
    contents: impl FnOnce(&mut TableWriter<'_>) -> Result<()>,
) -> Result<u32> {
    let mut writer = TableWriter { to: None, sum: crc32fast::Hasher::new(), cancel };
    writer.put(&kind.header())?;
    contents(&mut writer)?;
    Ok(writer.sum.finalize())
}

/// The error of a file that the system does not let us write.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Error {
    Error::file(path, FileProblem::CannotWrite(error.to_string()))
}

/// The error of a file that the system does not let us read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Error {
    Error::file(path, FileProblem::CannotRead(error.to_string()))
}

/// What one thread reads of a file.
struct Share<'a> {
    bytes: &'a mut [u8],
    /// Where it begins in the file.
    begin: u64,
    sum: crc32fast::Hasher,
    /// Nothing as long as no thread has done it.
    result: Option<io::Result<()>>,
}

impl<'a> Share<'a> {
    fn new(bytes: &'a mut [u8], begin: u64) -> Share<'a> {
        Share { bytes, begin, sum: crc32fast::Hasher::new(), result: None }
    }

    /// Reads it. If it is cancelled it ends early, and the caller notices.
    fn read(&mut self, file: &File, cancel: &Cancel) -> io::Result<()> {
        let mut at = self.begin;
        for piece in self.bytes.chunks_mut(STEP) {
            if cancel.check().is_err() {
                break;
            }
            read_exact_at(file, piece, at)?;
            self.sum.update(piece);
            at += piece.len() as u64;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        (bytes, at) = (&mut bytes[read..], at + read as u64);
    }
    Ok(())
}

/// A file being written.
pub(crate) struct TableWriter<'a> {
    /// Nothing if only the checksum is wanted.
    to: Option<(&'a Path, BufWriter<&'a File>)>,
    sum: crc32fast::Hasher,
    cancel: &'a Cancel,
}

impl TableWriter<'_> {
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<()> {
        for piece in bytes.chunks(PIECE) {
            self.cancel.check()?;
            self.sum.update(piece);
            let Some((path, file)) = &mut self.to else { continue };
            // A long run of zeros becomes a hole in the file, which reads as zeros and costs no writing.
            let is_hole = piece.len() == PIECE && piece.iter().all(|&byte| byte == 0);
            let written = if is_hole {
                file.seek(SeekFrom::Current(PIECE as i64)).map(drop)
            } else {
                file.write_all(piece)
            };
            written.map_err(|error| cannot_write(path, &error))?;
        }
        Ok(())
    }

    pub(crate) fn put_number(&mut self, number: u64) -> Result<()> {
        self.put(&number.to_le_bytes())
    }
}

/// Reads a file of this kind that somebody has named; nothing if there is no such file. The contents must not
/// be trusted before this returns: the checksum comes last.
pub(crate) fn read<T>(
    path: &Path,
    kind: Kind,
    cancel: &Cancel,
    contents: impl FnOnce(&mut TableReader<'_>) -> Result<T>,
) -> Result<Option<T>> {
    parse(path, open_regular(path), kind, cancel, contents)
}

/// The same for a file of the cache.
pub(crate) fn read_own<T>(
    path: &Path,
    kind: Kind,
    cancel: &Cancel,
    contents: impl FnOnce(&mut TableReader<'_>) -> Result<T>,
) -> Result<Option<T>> {
    parse(path, open_cached(path), kind, cancel, contents)
}

fn parse<T>(
    path: &Path,
    opened: io::Result<File>,
    kind: Kind,
    cancel: &Cancel,
    contents: impl FnOnce(&mut TableReader<'_>) -> Result<T>,
) -> Result<Option<T>> {
    let file = match opened {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot_read(path, &error)),
    };
    let length = file.metadata().map_err(|error| cannot_read(path, &error))?.len();
    let left = length.saturating_sub(SUM);
    let mut reader =
        TableReader { path, file: BufReader::new(file), sum: crc32fast::Hasher::new(), left, cancel };
    reader.check_header(kind)?;
    let value = contents(&mut reader)?;
    reader.require_left(0)?;
    reader.check_sum()?;
    let is_known = path.extension().is_some_and(|ending| ending == kind.name);
    if is_known && known_sum(path).is_some_and(|sum| sum != reader.checksum()) {
        return Err(reader.bad(Fault::Forged));
    }
    Ok(Some(value))
}

/// A file being read.
pub(crate) struct TableReader<'a> {
    path: &'a Path,
    file: BufReader<File>,
    sum: crc32fast::Hasher,
    /// Bytes before the checksum that have not been read.
    left: u64,
    cancel: &'a Cancel,
}

impl TableReader<'_> {
    fn check_header(&mut self, kind: Kind) -> Result<()> {
        let (mut magic, mut name, mut version) = ([0; 8], [0; 8], [0; 4]);
        self.get(&mut magic)?;
        if magic != *MAGIC {
            return Err(self.bad(Fault::Foreign));
        }
        self.get(&mut name)?;
        self.get(&mut version)?;
        let length = name.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        if &name[..length] != kind.name.as_bytes() {
            let got = name[..length].escape_ascii().to_string();
            return Err(self.bad(Fault::OtherKind { expected: kind.name, got }));
        }
        let version = u32::from_le_bytes(version);
        if version != kind.version {
            return Err(self.bad(Fault::OtherVersion { expected: kind.version, got: version }));
        }
        Ok(())
    }

    /// Compares the checksum, which comes next, with that of everything read so far.
    fn check_sum(&mut self) -> Result<()> {
        let mut written = [0; SUM as usize];
        self.fill(&mut written)?;
        if u32::from_le_bytes(written) == self.checksum() { Ok(()) } else { Err(self.bad(Fault::Checksum)) }
    }

    /// The checksum of everything read so far.
    pub(crate) fn checksum(&self) -> u32 {
        self.sum.clone().finalize()
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.bad(Fault::TooShort),
            _ => cannot_read(self.path, &error),
        })
    }

    /// An error if fewer bytes than these are left; counts them as read.
    fn take(&mut self, bytes: u64) -> Result<()> {
        self.left = self.left.checked_sub(bytes).ok_or_else(|| self.bad(Fault::TooShort))?;
        Ok(())
    }

    /// An error unless exactly so many bytes are left.
    pub(crate) fn require_left(&self, bytes: u64) -> Result<()> {
        match self.left.cmp(&bytes) {
            std::cmp::Ordering::Less => Err(self.bad(Fault::TooShort)),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(self.bad(Fault::TooLong)),
        }
    }

    /// Fills these bytes.
    pub(crate) fn get(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.take(bytes.len() as u64)?;
        for piece in bytes.chunks_mut(PIECE) {
            self.cancel.check()?;
            self.fill(piece)?;
            self.sum.update(piece);
        }
        Ok(())
    }

    /// The next bytes. None are allocated that the file does not have.
    pub(crate) fn get_bytes(&mut self, len: usize) -> Result<Large<u8>> {
        self.take(len as u64)?;
        let mut bytes = Large::from(allocate::scattered_zeros(len, Purpose::Table)?);
        let unread = |error| cannot_read(self.path, &error);
        let begin = self.file.stream_position().map_err(unread)?;
        // Most of the time goes into first touching the memory, which threads do side by side.
        let each = len.div_ceil(threads::available()).max(PIECE);
        let mut shares: Vec<Share<'_>> = (0..)
            .zip(bytes.chunks_mut(each))
            .map(|(i, bytes)| Share::new(bytes, begin + i * each as u64))
            .collect();
        let (file, cancel) = (self.file.get_ref(), self.cancel);
        threads::run_each(&mut shares, |share| share.result = Some(share.read(file, cancel)));
        for mut share in shares {
            // Where the system refuses a thread, its share is left.
            match share.result.take().unwrap_or_else(|| share.read(file, cancel)) {
                Ok(()) => self.sum.combine(&share.sum),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return Err(self.bad(Fault::TooShort));
                }
                Err(error) => return Err(unread(error)),
            }
        }
        self.cancel.check()?;
        self.file.seek(SeekFrom::Start(begin + len as u64)).map_err(unread)?;
        Ok(bytes)
    }

    pub(crate) fn get_number(&mut self) -> Result<u64> {
        let mut bytes = [0; 8];
        self.get(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// A number of items of so many bytes each; at most `most` in a sound file, which has all of them.
    pub(crate) fn get_count(&mut self, most: u64, each: usize) -> Result<usize> {
        let count = self.get_number()?;
        if count > most {
            return Err(self.bad(Fault::TooMany));
        }
        if count.saturating_mul(each as u64) > self.left {
            return Err(self.bad(Fault::TooShort));
        }
        Ok(count as usize)
    }

    /// The error of a file that cannot be used, and why.
    pub(crate) fn bad(&self, fault: Fault) -> Error {
        Error::file(self.path, FileProblem::Unusable(fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_of_zeros_are_read_as_they_were() {
        let path = std::env::temp_dir().join(format!("puzzle15-holes-{}", std::process::id()));
        let kind = Kind { name: "test", version: 1 };
        let zeros = |pieces: usize| vec![0; pieces * PIECE];
        for contents in [zeros(3), [&[7], &zeros(2)[..], &[9]].concat(), [zeros(1), vec![0; 5]].concat()] {
            let mut read_back = vec![1; contents.len()];
            write(&path, kind, &Cancel::new(), |file| file.put(&contents)).unwrap();
            let get = |file: &mut TableReader<'_>| file.get(&mut read_back).map(|()| file.checksum());
            let sum = read(&path, kind, &Cancel::new(), get).unwrap();
            assert!(read_back == contents);
            assert_eq!(checksum(kind, &Cancel::new(), |file| file.put(&contents)).ok(), sum);
        }
        std::fs::remove_file(path).unwrap();
    }
}
