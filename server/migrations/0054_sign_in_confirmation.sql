-- When the user of a session last confirmed their identity, which changes to sign-in methods require, and passkey challenges for that confirmation.
-- oldest-compatible-schema: 0054
alter table sessions add column confirmed_at timestamptz;

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign_in', 'confirm'));
