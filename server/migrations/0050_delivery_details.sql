-- What a mail server or the network said about a delivery, word for word, for administrators; delivery_error is the sentence for everybody.
-- oldest-compatible-schema: 0050
alter table messages add column delivery_details text;
alter table system_mails add column delivery_details text;
