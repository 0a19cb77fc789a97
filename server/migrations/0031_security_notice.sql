-- Notifies agents of changes to how they sign in, so that they notice changes by others.
insert into templates (created_at, updated_at, type, name, subject, is_builtin, body) values
(now(), now(), 'email_notification', 'Security change', '{{ change }} · {{ site_name }}', true,
'<p>Hello {{ recipient.first_name }},</p>
<p>{{ change }}{% if author.full_name != "" %} by {{ author.full_name }}{% endif %}.</p>
<p>If you do not know why, <a href="{{ link }}">see where you are signed in</a>, sign out what is not yours, change your password, and tell an administrator.</p>');
