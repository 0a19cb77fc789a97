-- Sign-in emails show their link as a button, and the workspace's images are uploads or come from another site.
-- oldest-compatible-schema: 0055
update templates set body = replace(body, '<a href="{{ link }}">Set your password</a>', '{{ button }}')
  where is_builtin and name = 'Invitation';
update templates set body = replace(body, '<a href="{{ link }}">Set a new password</a>', '{{ button }}')
  where is_builtin and name = 'Password reset';

-- Any other path on our server would be requested with the reader's cookies wherever the image is shown.
update settings set value = '""'
  where key in ('app.logo_url', 'app.favicon_url') and value #>> '{}' like '/%'
    and value #>> '{}' !~* '^/uploads/(thumb_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
