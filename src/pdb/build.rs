//! Makes the databases of a tier, and combines them into a heuristic.

use crate::pdb::database::Database;
use crate::pdb::heuristic::{Further, Heuristic};
use crate::pdb::partitions::{self, Tier, TierPlan, weight};
use crate::pdb::regions::Regions;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing;
use std::sync::Arc;

/// Makes the heuristic of a tier.
pub fn make(grid: Grid, home: usize, tier: Tier, threads: usize, cancel: &Cancel) -> Result<Heuristic> {
    freeing::require(partitions::memory(grid, home, tier), Purpose::Table, cancel)?;
    let TierPlan { tables, lookups, reflected, further } = partitions::plan(grid, home, tier);
    let mut spaces: Vec<Arc<Regions>> = vec![];
    let mut databases: Vec<Arc<Database>> = vec![];
    let work: f64 = tables.iter().map(|(cells, _)| weight(grid, cells.len())).sum();
    let mut done = 0.0;
    for (cells, blank) in &tables {
        if !spaces.iter().any(|space| space.tiles() == cells.len()) {
            spaces.push(Arc::new(Regions::new(grid, cells.len(), cancel)?));
        }
        let space = spaces.iter().find(|space| space.tiles() == cells.len()).expect("just made");
        let part = weight(grid, cells.len());
        let report = |share: f64| cancel.report((done + share * part) / work);
        databases.push(Arc::new(Database::make(space, cells, *blank, threads, cancel, report)?));
        done += part;
    }
    let of = |tables: Vec<usize>| tables.iter().map(|&table| databases[table].clone()).collect();
    let further = further.into_iter().map(|(tables, reflected)| Further { tables: of(tables), reflected });
    Ok(Heuristic::new(grid, home, lookups.map(of), reflected, further.collect()))
}

/// How many bytes the tables of a tier take, made or not.
pub fn size(grid: Grid, home: usize, tier: Tier) -> Result<u64> {
    let calm = Cancel::new();
    let mut sizes: Vec<(usize, u64)> = vec![];
    let mut all = 0;
    for (cells, _) in partitions::plan(grid, home, tier).tables {
        let tiles = cells.len();
        if !sizes.iter().any(|(known, _)| *known == tiles) {
            sizes.push((tiles, Database::size(&Regions::new(grid, tiles, &calm)?) as u64));
        }
        all += sizes.iter().find(|(known, _)| *known == tiles).expect("just noted").1;
    }
    Ok(all)
}
