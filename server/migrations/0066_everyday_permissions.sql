-- Grants the permissions to forward, merge and move to every role that may set the status, and to delete to administrators.
-- oldest-compatible-schema: 0065
update roles set
  updated_at = now(),
  permissions = array(
    select distinct permission
    from unnest(
      permissions
      || case when 'conversations:update_status' = any(permissions)
        then array['conversations:forward', 'conversations:merge', 'conversations:move'] else '{}' end
      || case when name = 'Admin'
        then array['conversations:forward', 'conversations:merge', 'conversations:move', 'conversations:delete']
        else '{}' end) as permission
    order by permission)
where 'conversations:update_status' = any(permissions) or name = 'Admin';
