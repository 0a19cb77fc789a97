-- What was found out about the sender of an incoming email, and whether a held reply carries the history to people who have not had it.
-- oldest-compatible-schema: 0056
-- As SenderAuthentication has it; null for what did not come by email, and for mail from before senders were checked.
alter table messages add column authentication jsonb;

-- 'all' when its author confirmed that the whole history goes to everyone; null means only what each recipient has had.
alter table held_sends add column history text check (history in ('all'));

-- Domains of contacts that another one can be mistaken for begin or end alike.
create index contact_addresses_domain on contact_addresses (split_part(address, '@', 2) text_pattern_ops);
create index contact_addresses_domain_end on contact_addresses (reverse(split_part(address, '@', 2)) text_pattern_ops);
