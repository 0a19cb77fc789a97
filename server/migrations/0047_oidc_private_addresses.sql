-- Sign-in providers from before private addresses required PARLEY_OIDC_ALLOW. Null: not resolved yet; true: on a private address, and
-- oldest-compatible-schema: 0047
-- still allowed until its address is changed; false: subject to the allow-list, as every new provider is.

alter table oidc_providers add column private_allowed boolean;
alter table oidc_providers alter column private_allowed set default false;
