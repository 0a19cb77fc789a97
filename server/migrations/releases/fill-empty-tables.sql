-- Rows for the tables that the sample workspace leaves empty, so that the dump of a released schema has rows in every table. A row is
-- one that the program could have written; a new table needs one here, or a place in the sample workspace.
create temporary view sample as select
  (select min(id) from agents where not is_system) as agent_id,
  (select min(id) from conversations) as conversation_id,
  (select max(id) from conversations) as other_conversation_id,
  (select min(id) from messages where type = 'incoming') as message_id,
  (select min(id) from inboxes) as inbox_id,
  (select min(id) from mail_deliveries) as delivery_id,
  timestamptz '2026-11-20 10:00Z' as at,
  sha256('sample') as hash;

insert into ai_providers (created_at, updated_at, name, kind, base_url, model)
  select at, at, 'Local model', 'openai_compatible', 'http://127.0.0.1:11434/v1', 'llama3' from sample;
insert into ai_calls (created_at, agent_id, conversation_id, provider_id, provider_name, model, task, outcome, tokens_in, tokens_out, cost_micros, ms)
  select at, agent_id, conversation_id, (select max(id) from ai_providers), 'Local model', 'llama3', 'summarise', 'done', 900, 120, 0, 2400 from sample;

insert into arrivals_in_spam (conversation_id) select conversation_id from sample;
insert into assignment_turns (team_id, agent_id, turn) select (select min(id) from teams), agent_id, 1 from sample;
insert into automation_mails (at, conversation_id, inbox_id, address)
  select at, conversation_id, inbox_id, 'ada@example.com' from sample;
insert into conversation_merges (conversation_id, target_id, merged_at, before, after, tag_ids, scheduled_reply_ids)
  select other_conversation_id, conversation_id, at, '{}', '{}', '{}', '{}' from sample;
insert into conversation_splits (conversation_id, source_id, split_at, message_ids, snapshots)
  select other_conversation_id, conversation_id, at, array[message_id], '{}' from sample;
insert into followers (conversation_id, agent_id, followed_at) select conversation_id, agent_id, at from sample;
insert into search_stale (conversation_id) select conversation_id from sample;

insert into drafts (agent_id, conversation_id, key, revision, created_at, updated_at, content, excerpt)
  select agent_id, conversation_id, 'reply:' || conversation_id, 2, at, at, '{"html": "<p>Half a sentence</p>"}', 'Half a sentence' from sample;
insert into draft_versions (draft_id, saved_at, content) select (select max(id) from drafts), at, '{"html": "<p>Half</p>"}' from sample;
insert into draft_media (draft_id, media_id) select (select max(id) from drafts), (select min(id) from media) from sample;
insert into held_sends (created_at, held_until, undone_at, conversation_id, agent_id, content, "to", cc, bcc)
  select at, at + interval '10 s', at + interval '5 s', conversation_id, agent_id, '<p>Undone</p>', '{ada@example.com}', '{}', '{}' from sample;
insert into scheduled_replies (created_at, updated_at, conversation_id, agent_id, send_at, written_at, hold_if_customer_replies, content, text_content, "to", cc, bcc)
  select at, at, conversation_id, agent_id, timestamptz '2040-01-01 08:00Z', at, true, '<p>Later</p>', 'Later', '{ada@example.com}', '{}', '{}' from sample;
insert into macro_uses (macro_id, agent_id, uses, last_used_at) select (select min(id) from macros), agent_id, 3, at from sample;
insert into undo_attempts (at, xid, agent_id, attempted_at) select e.at, e.xid, agent_id, sample.at from sample, (select at, xid from events order by id limit 1) e;

insert into side_threads (created_at, conversation_id, subject, participants, created_by_id)
  select at, conversation_id, 'Fwd: Oak lamp', '{supplier@example.com}', agent_id from sample;
insert into side_thread_ids (source_id, side_thread_id, message_id)
  select 'sample@example.com', (select max(id) from side_threads), message_id from sample;

insert into file_texts (content_hash, extracted_at, text, keys) select hash, at, 'The text of a file', '{1,2}' from sample;
insert into file_text_queue (media_id, due_at) select (select min(id) from media where message_id is not null), at from sample on conflict do nothing;
insert into proxied_images (url_hash, fetched_at, error) select hash, at, 'Not found' from sample;
insert into sandbox_failures (task, content_hash, reason, failed_at) select 'thumbnail', hash, 'It is damaged', at from sample;

insert into imap_cursors (inbox_id, folder, uidvalidity, last_uid, synced_at) select inbox_id, 'INBOX', 7, 40, at from sample;
insert into imap_known_uids (inbox_id, folder, uidvalidity, uid, delivery_id) select inbox_id, 'INBOX', 7, 40, delivery_id from sample;
insert into mail_tombstones (inbox_id, erased_at, position_hash, message_id_hash, content_hash) select inbox_id, at, hash, hash, hash from sample;
insert into parked_work (created_at, kind, reference, reason) select at, 'automation', '{}', 'A rule that no longer exists' from sample;

insert into sessions (id_hash, agent_id, created_at, last_seen_at, expires_at, ip, user_agent)
  select hash, agent_id, at, at, timestamptz '2040-01-01 08:00Z', '192.0.2.7', 'Firefox' from sample;
insert into push_keys (created_at, public_key, private_key) select at, 'BPublic', 'sealed' from sample;
insert into push_subscriptions (agent_id, session_id, endpoint, p256dh, auth, public_key, created_at)
  select agent_id, (select id from sessions limit 1), 'https://push.example.com/1', 'p256dh', 'auth', 'BPublic', at from sample;
insert into sign_in_tickets (id_hash, agent_id, created_at, expires_at) select hash, agent_id, at, at + interval '5 min' from sample;
insert into password_tokens (token_hash, agent_id, created_at, expires_at) select hash, agent_id, at, at + interval '1 day' from sample;
-- Of an agent who doesn't sign in below.
create temporary view other_agent as select max(id) as agent_id from agents;
insert into initial_passwords (agent_id, created_at, sealed_password) select o.agent_id, at, 'sealed' from sample, other_agent o;
insert into totp_factors (agent_id, created_at, secret) select o.agent_id, at, 'sealed' from sample, other_agent o;
insert into recovery_codes (agent_id, code_hash) select o.agent_id, hash from sample, other_agent o;
insert into passkeys (agent_id, created_at, name, credential_id, public_key)
  select o.agent_id, at, 'Laptop', 'credential', hash from sample, other_agent o;
insert into passkey_challenges (id_hash, created_at, expires_at, purpose, challenge) select hash, at, at + interval '5 min', 'sign_in', 'challenge' from sample;
insert into oidc_providers (created_at, updated_at, name, provider, provider_url, client_id, enabled)
  select at, at, 'Company', 'Custom', 'https://id.example.com', 'parley', false from sample;
insert into oidc_reservations (agent_id, provider_id, created_at) select agent_id, (select max(id) from oidc_providers), at from sample;
insert into rate_limits (key, started_at, count) select 'login:ip:192.0.2.7', at, 2 from sample;
insert into idempotency_keys (actor_id, key, endpoint, request_hash, created_at, response)
  select agent_id, 'sample', 'POST /api/v1/tags', hash, at, '{"status": 200}' from sample;

insert into report_names (dim, id, name) values ('tag', 1, 'A former name');
insert into sla_notices (created_at, applied_sla_id, metric, type, timing, recipients, send_at, processed_at)
  select at, (select min(id) from applied_slas), 'resolution', 'breach', '0m', '{assigned_user}', at, at from sample;
insert into spam_lessons (conversation_id, is_spam, tokens, learned_at) select conversation_id, true, '{free,prize}', at from sample;
insert into spam_tokens (token, spam, not_spam) values ('prize', 1, 0);

insert into webhooks (created_at, updated_at, name, url, events, is_active)
  select at, at, 'Warehouse', 'https://warehouse.example.com/parley', '{conversation.created}', false from sample;
insert into webhook_lines (webhook_id, conversation_id, due_at) select (select max(id) from webhooks), conversation_id, at from sample;
insert into webhook_deliveries (webhook_id, conversation_id, created_at, event, event_id, body, state, attempts, give_up_at, settled_at)
  select (select max(id) from webhooks), conversation_id, at, 'conversation.created', 1, '{}', 'delivered', 1, at + interval '1 day', at from sample;
insert into webhook_attempts (delivery_id, at, took_ms, status) select (select max(id) from webhook_deliveries), at, 80, 200 from sample;

-- A node that was killed.
insert into nodes (id, host, pid, roles, version, started_at, seen_at)
  select '00000000-0000-4000-8000-000000000001', 'desk-1', 4711, '{web,worker,mail}', '0.1.0', at, at from sample;
insert into leases (name, node_id, fence, expires_at)
  select 'task sample', '00000000-0000-4000-8000-000000000001', nextval('lease_fences'), at from sample;

insert into backfills (name, done, estimate, started_at, finished_at) select 'search_files', 7, 7, at, at from sample;

insert into backups (created_at, updated_at, target, name, is_managed, finished_at, bytes)
  select at, at, '/backups', '2026-11-20.parley', true, at, 290000 from sample;

insert into system_samples (at, database_bytes, search_bytes, files_bytes, disk_free_bytes)
  select at, 24000000, 900000, 290000, 60000000000 from sample on conflict do nothing;
insert into request_samples (at, host, durations, errors)
  select at, 'desk-1', '{120,80,40,20,10,5,2,1,0,0,0,0}', 1 from sample on conflict do nothing;
insert into system_checks (name, checked_at, host, findings)
  select 'backups', at, 'desk-1', '[{"state": "ok", "subject": "", "message": "The last backup is of today", "advice": null}]' from sample
  on conflict do nothing;
insert into system_alerts (condition, subject, message, advice, since, raised_at, notified_at, resolved_at)
  select 'disk_space', 'desk-1', 'Only 2 GB are free', 'Free some space', at, at, at, at + interval '1 hour' from sample;

-- One whose conversations and files are still being removed.
insert into contact_erasures (requested_at, requested_by_id, requested_by, step, subject, address_hashes)
  select at, agent_id, 'Noor Haddad', 'deliveries', '{"contact_ids": [], "addresses": ["erased@example.com"], "names": [], "phone_numbers": []}',
    array[hash] from sample;
insert into contact_erasure_conversations (erasure_id, conversation_id, was_own)
  select (select max(id) from contact_erasures), conversation_id, false from sample;
insert into contact_erasure_files (erasure_id, area, content_hash) select (select max(id) from contact_erasures), 'media', hash from sample;
insert into contact_exports (requested_at, requested_by_id, contact_id, state, finished_at, expires_at)
  select at, agent_id, (select min(contact_id) from conversations), 'expired', at, at + interval '7 days' from sample;
insert into retention_rules (created_at, updated_at, name, inbox_ids, status_ids, include_spam, include_trash, after_days, action)
  select at, at, 'Old spam', array[inbox_id], '{}', true, false, 90, 'delete' from sample;
insert into retention_runs (rule_id, rule_name, kind, started_at, finished_at, before, conversations)
  select (select max(id) from retention_rules), 'Old spam', 'dry_run', at, at, at - interval '90 days', 4 from sample;
insert into storage_use (day, inbox_id, conversations, messages, body_bytes) select at::date, inbox_id, 20, 60, 90000 from sample on conflict do nothing;
insert into storage_use_progress (day) select at::date from sample on conflict do nothing;
