-- Followers that a merge added to its target, so that unmerging removes them again.
-- oldest-compatible-schema: 0065
alter table conversation_merges add column follower_ids bigint[] not null default '{}';
