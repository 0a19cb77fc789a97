-- Sign-in providers that were there before private addresses needed PARLEY_OIDC_ALLOW. Null: not looked up yet; true: on a private address, and
-- oldest-compatible-schema: 0047
-- reached all the same until its address is changed; false: held to the allow-list, as every new provider is.

alter table oidc_providers add column private_allowed boolean;
alter table oidc_providers alter column private_allowed set default false;
