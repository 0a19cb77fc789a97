-- The text of files, so that search finds it: extracted in the background, once for identical files.
-- oldest-compatible-schema: 0065
create table file_texts (
  content_hash bytea primary key,
  extracted_at timestamptz not null,
  -- Null if extraction failed, for this reason; it isn't tried again.
  text text,
  failure text,
  -- The search keys of the text (server/src/search-index/index-keys.ts), which are also added to its messages.
  keys integer[] not null default '{}',
  check (num_nonnulls(text, failure) = 1)
);

-- Files of messages whose text isn't in the index yet.
create table file_text_queue (
  media_id bigint primary key references media on delete cascade,
  due_at timestamptz not null,
  attempts smallint not null default 0
);
create index file_text_queue_due on file_text_queue (due_at desc, media_id desc);

-- Whatever attaches a file to a message, and removes it again. The text remains as long as a message carries the file.
create function file_text_attached() returns trigger language plpgsql as $$
begin
  insert into file_text_queue (media_id, due_at) values (new.id, new.updated_at) on conflict do nothing;
  return null;
end $$;
create trigger file_text_attached after insert on media for each row
  when (new.message_id is not null and new.content_type not similar to '(image|audio|video)/%')
  execute function file_text_attached();
create trigger file_text_attached_later after update of message_id on media for each row
  when (new.message_id is not null and old.message_id is distinct from new.message_id
    and new.content_type not similar to '(image|audio|video)/%')
  execute function file_text_attached();

create function file_text_detached() returns trigger language plpgsql as $$
begin
  -- The lock makes the second of two concurrent removals see the first.
  perform from file_texts where content_hash = old.content_hash for update;
  if found and not exists (select from media where content_hash = old.content_hash and message_id is not null) then
    delete from file_texts where content_hash = old.content_hash;
  end if;
  return null;
end $$;
create trigger file_text_removed after delete on media for each row
  when (old.message_id is not null) execute function file_text_detached();
create trigger file_text_detached after update of message_id on media for each row
  when (old.message_id is not null and new.message_id is null) execute function file_text_detached();

-- Files from before, queued newest first while nothing newer waits.
alter table search_progress drop constraint search_progress_kind_check;
alter table search_progress add constraint search_progress_kind_check
  check (kind in ('messages', 'conversations', 'files', 'file_texts'));
insert into search_progress (kind, below) select 'file_texts', coalesce(max(id), 0) + 1 from media;
