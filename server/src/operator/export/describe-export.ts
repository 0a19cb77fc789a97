import { exportedTables } from './exported-tables.ts'

type Facts = { version: string; now: Date; counts: ReadonlyMap<string, number>; missing: readonly string[] }

/** The README of an export. */
export const describeExport = ({
  version,
  now,
  counts,
  missing,
}: Facts): string => `# Export of a Parley workspace

Made on ${now.toISOString()} by Parley ${version}. All rows are as of one moment.

- \`tables/<name>.jsonl\`: one JSON object per line and row. Times are in UTC. \`<name>_id\` refers to the \`id\` of a row elsewhere: \`conversation_id\` to \`conversations\`, \`agent_id\` and \`assigned_user_id\` to \`agents\`, \`contact_id\` to \`contacts\`. In \`messages\`, \`sender_id\` refers to the table that \`sender_type\` names.
- \`emails/<month>/<id>.eml\`: emails as they arrived (RFC 5322); \`<id>\` is that of a row in \`mail_deliveries\`, whose \`stored_message_id\` refers to \`messages\`.
- \`files/<uuid>/<file name>\`: attachments and pictures; \`<uuid>\` is that of a row in \`media\`, whose \`message_id\` refers to \`messages\`.

Passwords, keys, tokens and sessions are left out, and so is what Parley makes from other rows, such as the search index.

| Table | A row is | Rows |
|---|---|---|
${Object.entries(exportedTables)
  .map(([name, { about }]) => `| \`${name}\` | ${about} | ${counts.get(name) ?? 0} |`)
  .join('\n')}
${
  missing.length > 0
    ? `\nThe workspace itself lacks these files:\n${missing.map((name) => `- \`${name}\``).join('\n')}\n`
    : ''
}`
