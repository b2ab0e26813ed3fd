//! Any bytes in place of a table, a pattern database or a checkpoint: they are refused, or hold what a sound
//! file holds. Nothing panics, and nothing asks for more memory than the file and the puzzle have.

use super::allocations::largest;
use super::config;
use proptest::prelude::*;
use puzzle15::bfs::Metric;
use puzzle15::bfs::explore::{Algorithm, ExploreOptions, explore};
use puzzle15::bfs::question::Question;
use puzzle15::pdb;
use puzzle15::puzzle::error::{Error, Result};
use puzzle15::puzzle::grid::Grid;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::tables::on_disk::{Entries, PackedTable};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The puzzle of all files here, and the home of its blank.
const GRID: Grid = Grid::new(2, 4);
const HOME: usize = 7;

/// What the tables of the puzzle itself take at most, whatever a file holds.
const OWN: usize = 1 << 18;

/// A kind of file: its name, how a sound one is made, and how one is read, to a description of what it holds.
struct Kind {
    name: &'static str,
    make: fn(&Path),
    read: fn(&Path) -> Result<Option<String>>,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "moves",
        make: |path| make_table(path, Entries::Moves),
        read: |path| table(path, Entries::Moves),
    },
    Kind {
        name: "slides",
        make: |path| make_table(path, Entries::Depths),
        read: |path| table(path, Entries::Depths),
    },
    Kind { name: "patterns", make: make_patterns, read: patterns },
    Kind { name: "checkpoint", make: make_checkpoint, read: checkpoint },
];

fn make_table(path: &Path, what: Entries) {
    PackedTable::make(what, GRID, HOME, &Cancel::new()).unwrap().save(path, &Cancel::new()).unwrap();
}

fn table(path: &Path, what: Entries) -> Result<Option<String>> {
    let table = PackedTable::load(path, what, GRID, HOME, &Cancel::new())?;
    Ok(table.map(|table| {
        let again = path.with_extension("again");
        table.save(&again, &Cancel::new()).unwrap();
        crc32fast::hash(&fs::read(again).unwrap()).to_string()
    }))
}

fn make_patterns(path: &Path) {
    assert!(pdb::files::build(path, GRID, HOME, 1, &Cancel::new()).unwrap());
}

fn patterns(path: &Path) -> Result<Option<String>> {
    let loaded = pdb::files::load(path, GRID, HOME, &Cancel::new())?;
    Ok(loaded.map(|(_, checksum)| checksum.to_string()))
}

fn make_checkpoint(path: &Path) {
    checkpoint(path).unwrap();
}

fn checkpoint(path: &Path) -> Result<Option<String>> {
    let question = Question {
        grid: GRID,
        removed: vec![],
        homes: None,
        kept: None,
        sources: vec![(HOME, 0)],
        after: vec![],
        symmetric: false,
    };
    let options = ExploreOptions {
        algorithm: Algorithm::Bits,
        metric: Metric::Single,
        lean: None,
        threads: 1,
        memory: None,
        checkpoint: Some(path.to_path_buf()),
        every: None,
    };
    let found = explore(&question, &options, &Cancel::new(), |_| Ok(()))?;
    Ok(Some(format!("{:?}", found.layers.counts())))
}

/// A folder of its own for every test.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("puzzle15-{}-{test}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The bytes of a sound file of each kind, and what reading it gives.
static SOUND: LazyLock<Vec<(Vec<u8>, String)>> = LazyLock::new(|| {
    let folder = folder("sound");
    let sound = KINDS.iter().map(|kind| {
        let path = folder.join(kind.name);
        (kind.make)(&path);
        (fs::read(&path).unwrap(), (kind.read)(&path).unwrap().unwrap())
    });
    let sound = sound.collect();
    fs::remove_dir_all(&folder).unwrap();
    sound
});

/// With a right checksum at the end, in place of the one that is there.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len().saturating_sub(4));
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// What reading these bytes gives; fails if it takes more memory than the file and the puzzle have.
fn read(number: usize, test: &str, bytes: &[u8]) -> std::result::Result<Option<String>, TestCaseError> {
    let folder = folder(test);
    let path = folder.join(KINDS[number].name);
    fs::write(&path, bytes).unwrap();
    let (found, most) = largest(|| (KINDS[number].read)(&path));
    fs::remove_dir_all(&folder).unwrap();
    prop_assert!(most <= bytes.len().max(SOUND[number].0.len()) + OWN, "{most} for {} bytes", bytes.len());
    match found {
        Ok(found) => Ok(found),
        Err(Error::File { .. } | Error::WrongTable) => Ok(None),
        Err(other) => Err(TestCaseError::fail(other.to_string())),
    }
}

/// A sound file in which a number is another one: the heads are made of numbers of eight bytes.
fn forged() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let number = prop_oneof![
        2 => 0u64..300,
        2 => (0u32..64).prop_map(|bits| 1 << bits),
        1 => any::<u64>(),
        1 => Just(u64::MAX),
    ];
    (0..KINDS.len(), prop_oneof![1 => Just(0usize), 4 => 0usize..40], number).prop_map(
        |(kind, place, number)| {
            let mut bytes = SOUND[kind].0.clone();
            bytes[20 + 8 * place..][..8].copy_from_slice(&number.to_le_bytes());
            (kind, bytes)
        },
    )
}

/// A sound file with some bytes changed, most of them in its head.
fn changed() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let place = prop_oneof![2 => 0usize..400, 1 => any::<usize>()];
    let changes = prop::collection::vec((place, 1u8..), 1..4);
    (0..KINDS.len(), changes).prop_map(|(number, changes)| {
        let mut bytes = SOUND[number].0.clone();
        for (place, change) in changes {
            let place = place % bytes.len();
            bytes[place] ^= change;
        }
        (number, bytes)
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes_are_refused(number in 0..KINDS.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(read(number, "any", &bytes)?, None);
    }

    #[test]
    fn forged_files_take_no_more_than_they_have((number, bytes) in forged()) {
        // With a right checksum it may hold anything, but it must neither panic nor ask for what it claims.
        read(number, "forged", &summed(bytes))?;
    }

    #[test]
    fn changed_files_are_refused_or_hold_the_same((number, bytes) in changed()) {
        let found = read(number, "changed", &bytes)?;
        prop_assert!(found.is_none() || found.as_ref() == Some(&SOUND[number].1));
    }

    #[test]
    fn files_of_other_lengths_are_refused(number in 0..KINDS.len(), end in any::<prop::sample::Index>(), more in 1usize..50) {
        let sound = &SOUND[number].0;
        prop_assert_eq!(read(number, "length", &sound[..end.index(sound.len())])?, None);
        prop_assert_eq!(read(number, "length", &[sound.as_slice(), &vec![0; more]].concat())?, None);
    }
}
