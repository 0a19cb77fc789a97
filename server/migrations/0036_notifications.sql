-- Which emails of the workspace agents receive, and when their daily digest is sent.
alter table agents
  add column muted_notifications text[] not null default '{}'
    check (muted_notifications <@ array['assigned', 'sla_warning', 'sla_breach', 'csat', 'digest']),
  -- In their time zone; null if turned off.
  add column digest_hour smallint check (digest_hour between 0 and 23),
  -- The time of the next digest. A timer for another time is outdated.
  add column digest_at timestamptz,
  -- IANA; empty means the workspace's.
  add column time_zone text not null default '' check (length(time_zone) <= 64),
  add constraint agents_digest check ((digest_hour is null) = (digest_at is null));

-- An email that is no longer useful when it would be sent is dropped, with the reason in place of the server's response.
alter table system_mails drop constraint system_mails_status_check;
alter table system_mails add constraint system_mails_status_check
  check (status in ('pending', 'sent', 'failed', 'dropped'));
-- Emails queued for one agent are processed together.
create index system_mails_waiting_for on system_mails (agent_id, template) where status = 'pending';

insert into templates (created_at, updated_at, type, name, subject, is_builtin, body) values
(now(), now(), 'email_notification', 'Conversations assigned', '{{ count }} conversations were assigned to you', true,
'<p>Hello {{ recipient.first_name }},</p>
<p>{{ count }} conversations were assigned to you{% if author.full_name != "" %} by {{ author.full_name }}{% endif %}:</p>
<ul>{% for conversation in conversations %}
<li><a href="{{ conversation.link }}">{{ conversation.subject }}</a> (#{{ conversation.reference_number }}) with {{ conversation.contact }}</li>{% endfor %}
</ul>{% if more != "" %}
<p>… and {{ more }} more. <a href="{{ link }}">See all of yours</a></p>{% endif %}'),
(now(), now(), 'email_notification', 'CSAT answered', '{{ contact.full_name }} rated your help {{ csat.rating }} of 5 (#{{ conversation.reference_number }})', true,
'<p>Hello {{ recipient.first_name }},</p>
<p>{{ contact.full_name }} answered the survey about <a href="{{ link }}">{{ conversation.subject }}</a> (#{{ conversation.reference_number }}): <strong>{{ csat.rating }} of 5</strong>.</p>{% if csat.has_comment != "" %}
<p>There is a comment too. You find it beside the conversation.</p>{% endif %}'),
(now(), now(), 'email_notification', 'Daily digest', 'Your day: {{ digest.open_count }} open, {{ digest.due_count }} due or overdue', true,
'<p>Hello {{ recipient.first_name }},</p>
<p>this is how things stand on {{ date }}.</p>{% if digest.due_count != "0" %}
<h3>Due or overdue: {{ digest.due_count }}</h3>
<ul>{% for conversation in digest.due %}
<li><a href="{{ conversation.link }}">{{ conversation.subject }}</a> (#{{ conversation.reference_number }}) with {{ conversation.contact }}, {{ conversation.due }}</li>{% endfor %}
</ul>{% endif %}{% if digest.open_count != "0" %}
<h3>Open and yours: {{ digest.open_count }}</h3>
<ul>{% for conversation in digest.open %}
<li><a href="{{ conversation.link }}">{{ conversation.subject }}</a> (#{{ conversation.reference_number }}) with {{ conversation.contact }}{% if conversation.waiting != "" %}, waiting for {{ conversation.waiting }}{% endif %}</li>{% endfor %}
</ul>{% endif %}{% if digest.unassigned_count != "0" %}
<h3>Nobody has taken them yet, in your teams: {{ digest.unassigned_count }}</h3>
<ul>{% for conversation in digest.unassigned %}
<li><a href="{{ conversation.link }}">{{ conversation.subject }}</a> (#{{ conversation.reference_number }}) with {{ conversation.contact }}{% if conversation.waiting != "" %}, waiting for {{ conversation.waiting }}{% endif %}</li>{% endfor %}
</ul>{% endif %}{% if digest.rated_count != "0" %}
<h3>Ratings of yesterday: {{ digest.rated_count }}, {{ digest.rating }} of 5 on average</h3>{% endif %}
<p><a href="{{ link }}">Open your conversations</a></p>');
