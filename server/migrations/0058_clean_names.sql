-- Names saved before control characters, line breaks, direction overrides and invisible names were refused. Otherwise an object with
-- such a name could not be saved without retyping the name.
-- oldest-compatible-schema: 0057

create function pg_temp.cleaned(name text, if_invisible text default 'Unnamed') returns text language sql immutable as $$
  select case
    when regexp_replace(line, '[\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g') <> ''
      then line
    else if_invisible
  end
  from (
    select btrim(regexp_replace(name, '[\s\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+', ' ', 'g')) as line
  ) one
$$;

-- Most names have none of these characters: nothing else is computed for them.
create function pg_temp.unclean(name text) returns boolean language sql immutable as $$
  select case
    when name ~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]'
      then name <> pg_temp.cleaned(name)
    else false
  end
$$;

-- Where names are unique, a duplicate gets its id appended.
do $$
declare
  place record;
  it record;
  better text;
  is_taken boolean;
begin
  for place in
    select * from (values
      ('statuses', 'name', 25), ('tags', 'name', 140), ('roles', 'name', 50), ('teams', 'name', 140),
      ('oidc_providers', 'name', 140), ('ai_providers', 'name', 140), ('ai_prompts', 'title', 140)
    ) as unique_names (tab, col, longest)
  loop
    for it in execute format('select id, %1$I as name from %2$I where pg_temp.unclean(%1$I) order by id', place.col, place.tab)
    loop
      better := pg_temp.cleaned(it.name);
      execute format('select exists (select from %I where lower(%I) = lower($1) and id <> $2)', place.tab, place.col)
        into is_taken using better, it.id;
      if is_taken then
        better := left(better, place.longest - length(' ' || it.id)) || ' ' || it.id;
      end if;
      execute format('update %I set %I = $1 where id = $2', place.tab, place.col) using better, it.id;
    end loop;
  end loop;
end $$;

update agents set first_name = pg_temp.cleaned(first_name), last_name = pg_temp.cleaned(last_name, '')
  where pg_temp.unclean(first_name) or pg_temp.unclean(last_name);
-- A contact may have no name: their address is shown instead.
update contacts set first_name = pg_temp.cleaned(first_name, ''), last_name = pg_temp.cleaned(last_name, '')
  where pg_temp.unclean(first_name) or pg_temp.unclean(last_name);
update inboxes set name = pg_temp.cleaned(name) where pg_temp.unclean(name);
update custom_attribute_definitions
  set name = pg_temp.cleaned(name), description = pg_temp.cleaned(description, '')
  where pg_temp.unclean(name) or pg_temp.unclean(description);
update macros set name = pg_temp.cleaned(name) where pg_temp.unclean(name);
-- The name of a view has at least two characters.
update views set name = rpad(pg_temp.cleaned(name), greatest(2, length(pg_temp.cleaned(name))), '.') where pg_temp.unclean(name);
update sla_policies set name = pg_temp.cleaned(name) where pg_temp.unclean(name);
update automation_rules set name = pg_temp.cleaned(name) where pg_temp.unclean(name);
update webhooks set name = pg_temp.cleaned(name) where pg_temp.unclean(name);
update passkeys set name = pg_temp.cleaned(name) where pg_temp.unclean(name);
update templates set name = pg_temp.cleaned(name) where not is_builtin and pg_temp.unclean(name);
update business_hours set name = pg_temp.cleaned(name) where pg_temp.unclean(name);
update business_hours
  set holidays = (
    select jsonb_agg(jsonb_set(day, '{name}', to_jsonb(pg_temp.cleaned(day->>'name'))) order by nth)
    from jsonb_array_elements(holidays) with ordinality as each_day (day, nth)
  )
  where exists (select from jsonb_array_elements(holidays) day where pg_temp.unclean(day->>'name'));
