-- The built-in email templates in plain terms. Only unchanged sentences are replaced.
-- oldest-compatible-schema: 0057
create function pg_temp.reword(template text, before text, after text) returns void language sql as $$
  update templates set body = replace(body, before, after), subject = replace(subject, before, after)
    where is_builtin and name = template
$$;

select pg_temp.reword(template, before, after) from (values
  ('Invitation', 'The link works once, for {{ valid_for }}. After that, choose "Forgot your password?" on the sign-in page and use this address: {{ recipient.email }}',
    'The link works once and expires after {{ valid_for }}. After that, choose “Forgot your password?” on the sign-in page and enter {{ recipient.email }}.'),
  ('Password reset', 'Somebody asked for a new password for {{ recipient.email }} on {{ site_name }}.',
    'Someone requested a new password for {{ recipient.email }} on {{ site_name }}.'),
  ('Password reset', 'The link works once, for {{ valid_for }}. If it was not you, ignore this mail: your password stays as it is.',
    'The link works once and expires after {{ valid_for }}. If this wasn’t you, ignore this email: your password won’t change.'),
  ('SLA breach warning', 'The {{ sla.metric }} of <a', 'The {{ sla.metric }} for <a'),
  ('SLA breached', 'The {{ sla.metric }} of <a', 'The {{ sla.metric }} for <a'),
  ('Security change', 'If you do not know why, <a href="{{ link }}">see where you are signed in</a>, sign out what is not yours, change your password, and tell an administrator.',
    'If you don’t recognise this change, <a href="{{ link }}">check where you’re signed in</a>, sign out of anything you don’t recognise, change your password and tell an administrator.'),
  ('Satisfaction survey', 'One click opens a page where you can add a comment. If something is still open, just answer this mail.',
    'Clicking a rating opens a page where you can add a comment. If you still need help, just reply to this email.'),
  ('Conversations assigned', 'See all of yours', 'View all your conversations'),
  ('CSAT answered', 'rated your help {{ csat.rating }} of 5', 'rated your help {{ csat.rating }}/5'),
  ('CSAT answered', '<strong>{{ csat.rating }} of 5</strong>', '<strong>{{ csat.rating }}/5</strong>'),
  ('CSAT answered', 'There is a comment too. You find it beside the conversation.', 'They also left a comment. You can read it in the conversation.'),
  ('Daily digest', 'this is how things stand on {{ date }}.', 'Here’s your overview for {{ date }}.'),
  ('Daily digest', 'Open and yours:', 'Open and assigned to you:'),
  ('Daily digest', 'Nobody has taken them yet, in your teams:', 'Unassigned in your teams:'),
  ('Daily digest', 'Ratings of yesterday: {{ digest.rated_count }}, {{ digest.rating }} of 5 on average', 'Yesterday’s ratings: {{ digest.rated_count }}, {{ digest.rating }}/5 on average')
) as changes (template, before, after);
