-- The verbatim error of the mail server or network about a delivery, for administrators; delivery_error is the message for everyone.
-- oldest-compatible-schema: 0050
alter table messages add column delivery_details text;
alter table system_mails add column delivery_details text;
