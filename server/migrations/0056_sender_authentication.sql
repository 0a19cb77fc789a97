-- The sender checks of an incoming email, and whether a held reply includes the history for recipients who have not seen it.
-- oldest-compatible-schema: 0056
-- In the shape of SenderAuthentication; null for messages that are not email, and for email from before sender checks.
alter table messages add column authentication jsonb;

-- 'all' when its author confirmed that the whole history goes to everyone; null means only the parts that each recipient has seen.
alter table held_sends add column history text check (history in ('all'));

-- For lookalike domains: domains that can be confused share their beginning or end.
create index contact_addresses_domain on contact_addresses (split_part(address, '@', 2) text_pattern_ops);
create index contact_addresses_domain_end on contact_addresses (reverse(split_part(address, '@', 2)) text_pattern_ops);
