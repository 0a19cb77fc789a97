-- When the holder of a session last proved again who they are (changes to how people sign in ask for it), and passkey challenges for that proof.
-- oldest-compatible-schema: 0054
alter table sessions add column confirmed_at timestamptz;

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign_in', 'confirm'));
