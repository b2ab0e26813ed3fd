//! Files that outlive the program: a magic number, a kind, a version and a checksum around whatever they
//! hold.
//!
//! ```text
//!     0   8   "puzzle15"
//!     8   8   kind, filled up with zeros
//!    16   4   version
//!    20   …   contents
//!   end   4   CRC-32 of everything before
//! ```
//!
//! All numbers are little-endian. A file is written under another name in the same folder and then renamed,
//! so that under its final name there is a whole file or none, even if the program is killed meanwhile.

use crate::puzzle::error::{Error, Fault, FileProblem, Result};
use crate::runtime::memory::drop_elsewhere;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const MAGIC: &[u8; 8] = b"puzzle15";

/// What a file holds, and in which version of its format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) version: u32,
    /// Whether several processes may write the same file at once. If so, each writes under its own temporary
    /// name; if not, there is one such name, and a process overwrites what a killed one has left behind.
    pub(crate) shared: bool,
}

impl Kind {
    fn header(self) -> Vec<u8> {
        let mut header = MAGIC.to_vec();
        header.extend(self.name.bytes().chain([0; 8]).take(8));
        header.extend(self.version.to_le_bytes());
        header
    }
}

/// Writes a file of this kind. If that fails, the file that was there before stays.
pub(crate) fn write(
    path: &Path,
    kind: Kind,
    contents: impl FnOnce(&mut TableWriter<'_>) -> Result<()>,
) -> Result<()> {
    let aside = name_aside(path, kind);
    let written = (|| {
        let file = File::create(&aside).map_err(|error| cannot_write(path, &error))?;
        let mut writer = TableWriter { path, file: BufWriter::new(file), sum: crc32fast::Hasher::new() };
        writer.put(&kind.header())?;
        contents(&mut writer)?;
        let sum = writer.sum.clone().finalize();
        writer.put(&sum.to_le_bytes())?;
        writer.file.flush().map_err(|error| cannot_write(path, &error))?;
        drop(writer);
        let old = keep_open(path);
        let renamed = std::fs::rename(&aside, path).map_err(|error| cannot_write(path, &error));
        drop_elsewhere(old);
        renamed
    })();
    if written.is_err() {
        let part = keep_open(&aside);
        let _ = std::fs::remove_file(&aside);
        drop_elsewhere(part);
    }
    written
}

/// Opens a file that is about to be replaced or removed. The system frees its blocks when it is closed for
/// the last time, which takes long for a large file; holding it open lets another thread do that. Not on
/// Windows, where an open file can be neither replaced nor removed.
fn keep_open(path: &Path) -> Option<File> {
    if cfg!(windows) { None } else { File::open(path).ok() }
}

/// The error of a file that the system does not let us write.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Error {
    Error::file(path, FileProblem::CannotWrite(error.to_string()))
}

/// The error of a file that the system does not let us read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Error {
    Error::file(path, FileProblem::CannotRead(error.to_string()))
}

/// The name under which a file is written: another one in the same folder.
fn name_aside(path: &Path, kind: Kind) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    if kind.shared {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        name.push(format!(".{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
    }
    name.push(".part");
    path.with_file_name(name)
}

/// A file being written.
pub(crate) struct TableWriter<'a> {
    path: &'a Path,
    file: BufWriter<File>,
    sum: crc32fast::Hasher,
}

impl TableWriter<'_> {
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.sum.update(bytes);
        self.file.write_all(bytes).map_err(|error| cannot_write(self.path, &error))
    }

    pub(crate) fn put_number(&mut self, number: u64) -> Result<()> {
        self.put(&number.to_le_bytes())
    }
}

/// Reads a file of this kind; nothing if there is no such file. The contents must not be trusted before this
/// returns: the checksum comes last.
pub(crate) fn read<T>(
    path: &Path,
    kind: Kind,
    contents: impl FnOnce(&mut TableReader<'_>) -> Result<T>,
) -> Result<Option<T>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot_read(path, &error)),
    };
    let mut reader = TableReader::new(path, file);
    let (name, version) = reader.get_header()?;
    if name != kind.name {
        return Err(reader.bad(Fault::OtherKind { expected: kind.name, got: name }));
    }
    if version != kind.version {
        return Err(reader.bad(Fault::OtherVersion { expected: kind.version, got: version }));
    }
    let value = contents(&mut reader)?;
    reader.check_sum()?;
    if reader.file.read(&mut [0]).unwrap_or(0) != 0 {
        return Err(reader.bad(Fault::TooLong));
    }
    Ok(Some(value))
}

/// Reads a whole file of any kind and says what it holds; an error if it is damaged.
pub(crate) fn verify(path: &Path, check: impl Fn() -> Result<()>) -> Result<String> {
    let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
    let length = file.metadata().map_err(|error| cannot_read(path, &error))?.len();
    let mut reader = TableReader::new(path, file);
    let (name, _) = reader.get_header()?;
    let mut part = vec![0; 1 << 20];
    while reader.position + 4 < length {
        check()?;
        let left = (length - 4 - reader.position).min(part.len() as u64) as usize;
        reader.get(&mut part[..left])?;
    }
    reader.check_sum()?;
    Ok(name)
}

/// A file being read.
pub(crate) struct TableReader<'a> {
    path: &'a Path,
    file: BufReader<File>,
    sum: crc32fast::Hasher,
    position: u64,
}

impl<'a> TableReader<'a> {
    fn new(path: &'a Path, file: File) -> TableReader<'a> {
        TableReader { path, file: BufReader::new(file), sum: crc32fast::Hasher::new(), position: 0 }
    }

    /// The name and version of what the file holds.
    fn get_header(&mut self) -> Result<(String, u32)> {
        let (mut magic, mut name, mut version) = ([0; 8], [0; 8], [0; 4]);
        self.get(&mut magic)?;
        self.get(&mut name)?;
        self.get(&mut version)?;
        if magic != *MAGIC {
            return Err(self.bad(Fault::Foreign));
        }
        let name = String::from_utf8_lossy(&name).trim_end_matches('\0').to_owned();
        Ok((name, u32::from_le_bytes(version)))
    }

    /// Compares the checksum, which comes next, with that of everything read so far.
    fn check_sum(&mut self) -> Result<()> {
        let sum = self.checksum();
        let mut written = [0; 4];
        self.get(&mut written)?;
        if u32::from_le_bytes(written) == sum { Ok(()) } else { Err(self.bad(Fault::Checksum)) }
    }

    /// The checksum of everything read so far.
    pub(crate) fn checksum(&self) -> u32 {
        self.sum.clone().finalize()
    }

    pub(crate) fn get(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.bad(Fault::TooShort),
            _ => cannot_read(self.path, &error),
        })?;
        self.sum.update(bytes);
        self.position += bytes.len() as u64;
        Ok(())
    }

    /// The file itself.
    pub(crate) fn file(&self) -> &File {
        self.file.get_ref()
    }

    /// How many bytes have been read so far.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    pub(crate) fn get_number(&mut self) -> Result<u64> {
        let mut bytes = [0; 8];
        self.get(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// A number of items, which is at most `most` in a sound file.
    pub(crate) fn get_count(&mut self, most: u64) -> Result<usize> {
        match self.get_number()? {
            count if count <= most => Ok(count as usize),
            _ => Err(self.bad(Fault::TooMany)),
        }
    }

    /// The error of a file that cannot be used, and why.
    pub(crate) fn bad(&self, fault: Fault) -> Error {
        Error::file(self.path, FileProblem::Unusable(fault))
    }
}
