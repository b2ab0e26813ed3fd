//! Linux's control groups: how much memory the groups of this process leave to it.
//!
//! Groups are nested, and each limits everything inside it. So the process has what the tightest of its groups
//! has left, from its own one up to the root.

use std::fs;
use std::path::Path;

/// Bytes that can be allocated before the system kills a process of the group; nothing if there is no limit.
pub(crate) fn free() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    free_in(&groups, Path::new("/sys/fs/cgroup"))
}

/// The names of the files of a group, in one version of control groups.
struct Files {
    limit: &'static str,
    used: &'static str,
    /// The line of `memory.stat` with the cached pages of files: these count as used, but are given up when
    /// memory is needed.
    idle: &'static str,
}

const VERSION_1: Files =
    Files { limit: "memory.limit_in_bytes", used: "memory.usage_in_bytes", idle: "total_inactive_file " };
const VERSION_2: Files = Files { limit: "memory.max", used: "memory.current", idle: "inactive_file " };

/// The least that is left in any group that these lines name: `number:controllers:path`.
fn free_in(groups: &str, root: &Path) -> Option<u64> {
    let left = groups.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':');
        let (_, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
        match controllers {
            "" => least(&root.join("unified"), path, &VERSION_2).or_else(|| least(root, path, &VERSION_2)),
            _ if controllers.split(',').any(|name| name == "memory") => {
                least(&root.join("memory"), path, &VERSION_1)
            }
            _ => None,
        }
    });
    left.min()
}

/// The least that is left in a group and in those around it. In a container, the groups around its own one
/// are often not to be seen, and its own one is the root.
fn least(root: &Path, group: &str, files: &Files) -> Option<u64> {
    let inner = Path::new(group.trim_start_matches('/'));
    inner.ancestors().filter_map(|group| left(&root.join(group), files)).min()
}

/// What is left in one group; nothing if it has no limit.
fn left(group: &Path, files: &Files) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(group.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let (limit, used) = (number(files.limit)?, number(files.used)?);
    let stat = read("memory.stat").unwrap_or_default();
    let idle = stat.lines().find_map(|line| line.strip_prefix(files.idle)?.parse::<u64>().ok());
    Some(limit.saturating_sub(used.saturating_sub(idle.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A tree of groups: the folder of each, with its limit, what is used of it, and cached pages.
    fn tree(name: &str, files: &Files, groups: &[(&str, &str, u64, u64)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("puzzle15-groups-{}-{name}", std::process::id()));
        for (group, limit, used, idle) in groups {
            let folder = root.join(group);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(files.limit), format!("{limit}\n")).unwrap();
            fs::write(folder.join(files.used), format!("{used}\n")).unwrap();
            fs::write(folder.join("memory.stat"), format!("anon 5\n{}{idle}\nslab 7\n", files.idle)).unwrap();
        }
        root
    }

    #[test]
    fn the_tightest_of_nested_groups_counts() {
        let groups =
            [("", "max", 900, 0), ("a", "1000", 600, 100), ("a/b", "max", 50, 0), ("a/b/c", "700", 20, 0)];
        let root = tree("nested", &VERSION_2, &groups);
        // The group around it has less left than its own one, and cached pages do not count.
        assert_eq!(free_in("0::/a/b/c\n", &root), Some(500));
        assert_eq!(free_in("0::/a/b\n", &root), Some(500));
        assert_eq!(free_in("0::/\n", &root), None, "no limit");
        assert_eq!(free_in("0::/a/b/missing\n", &root), Some(500));
        assert_eq!(free_in("12:cpu:/a\nnonsense\n", &root), None);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn version_1_has_a_hierarchy_of_its_own() {
        let groups = [
            ("memory", "9223372036854771712", 10, 0),
            ("memory/x", "300", 100, 0),
            ("memory/x/y", "400", 50, 0),
        ];
        let root = tree("version-1", &VERSION_1, &groups);
        assert_eq!(free_in("3:cpu,cpuacct:/x\n5:memory:/x/y\n0::/\n", &root), Some(200));
        // A container sees its own group as the root, whatever its path says.
        assert_eq!(free_in("5:memory:/docker/1f\n", &root.join("memory")), None);
        assert_eq!(free_in("5:memory:/docker/1f\n", &root), Some(9_223_372_036_854_771_702));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_group_that_is_over_its_limit_has_nothing_left() {
        let root = tree("over", &VERSION_2, &[("a", "100", 150, 10)]);
        assert_eq!(free_in("0::/a", &root), Some(0));
        fs::remove_dir_all(root).unwrap();
    }
}
