-- How agents move through their lists.
-- oldest-compatible-schema: 0065
alter table agents
  add column after_action text not null default 'next' check (after_action in ('next', 'previous', 'list', 'stay')),
  add column open_on_move boolean not null default true,
  add column assign_on_reply boolean not null default false;
