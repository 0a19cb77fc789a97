-- The newest release whose notice an agent has put away: it stays away in all of their browsers until a newer one is out.
alter table agents add column dismissed_release text check (length(dismissed_release) between 1 and 40);
