-- How many files a backup lacks, so that it doesn't replace one that has them.
-- oldest-compatible-schema: 0103
-- Missing or damaged in the file storage; null for backups of earlier releases.
alter table backups add column missing_files integer check (missing_files >= 0);
