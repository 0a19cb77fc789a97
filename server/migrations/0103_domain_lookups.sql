-- The first address of a domain is found without reading the others: some domains, such as those of email providers, have most of all
-- addresses.
-- oldest-compatible-schema: 0065
create index contact_addresses_domain_since on contact_addresses (split_part(address, '@', 2) text_pattern_ops, created_at);
drop index contact_addresses_domain;
