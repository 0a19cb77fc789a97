-- Brands: each inbox chooses the look of its emails, and templates made in the visual editor keep their design.
-- oldest-compatible-schema: 0065
alter table inboxes
  -- Null: the default template.
  add column template_id bigint references templates on delete set null,
  add column brand_name text not null default '',
  -- Path of an upload of the kind 'settings', which is never removed as unused; empty for the workspace's logo.
  add column brand_logo_url text not null default '',
  add column brand_color text not null default '' check (brand_color ~ '^(#[0-9a-f]{6})?$'),
  add column brand_footer text not null default '';
create index inboxes_of_template on inboxes (template_id) where template_id is not null;

-- What the visual editor made the body from, together with a hash of that body: once it has another body, also one from a server that
-- doesn't know designs, a template was edited as code.
alter table templates add column design jsonb;
