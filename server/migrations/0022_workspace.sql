-- The newest release whose notice an agent dismissed. It stays dismissed in all their browsers until a newer release.
alter table agents add column dismissed_release text check (length(dismissed_release) between 1 and 40);
