import pg from 'pg'
import { expect } from 'vitest'
import { documentedCommands } from './document.ts'
import { type ShellOptions, type ShellProgram, startInShell } from './shell-program.ts'

/**
 * Programs started by the commands of docs/operations.md. scripts/documented-commands.test.ts reads from calls of these
 * functions which commands are run, so that their first argument is always a literal.
 */

type Options = ShellOptions & {
  /** Paths, addresses and names by what stands for them in the document. */
  replacements?: Record<string, string>
}

/** Starts a command of docs/operations.md, or several of its lines in one shell. Throws if the document has no such line. */
export function startDocumented(
  lines: string | readonly string[],
  { replacements = {}, ...options }: Options = {},
): ShellProgram {
  return startInShell(replaceExamples([lines].flat(), replacements), options)
}

/** Runs a command of docs/operations.md to its end, and returns its output. Fails if the command does. */
export async function runDocumented(lines: string | readonly string[], options?: Options): Promise<string> {
  const program = startDocumented(lines, options)
  expect(await program.exited, program.output()).toBe(0)
  return program.output()
}

/** Starts a server with a command of docs/operations.md, and waits until it is ready. */
export async function startDocumentedServer(line: string, options?: Options): Promise<ShellProgram> {
  const server = startDocumented(line, options)
  await server.waitForOutput(/Parley is ready/)
  return server
}

/** Runs an SQL statement of docs/operations.md. */
export async function runDocumentedStatement(
  statement: string,
  database_url: string,
  replacements: Record<string, string>,
): Promise<void> {
  const client = new pg.Client(database_url)
  await client.connect()
  await client.query(replaceExamples([statement], replacements)).finally(() => client.end())
}

/** Refuses what would make another command of it, so that a test runs what the document says. */
function replaceExamples(lines: readonly string[], replacements: Record<string, string>): string {
  for (const line of lines)
    if (!documentedCommands.has(line)) throw new Error(`docs/operations.md has no line "${line}"`)
  const command = lines.join('\n')
  for (const words of Object.entries(replacements).flat())
    if (!/^\S+$/.test(words)) throw new Error(`"${words}" is not one word`)
  return Object.entries(replacements).reduce((text, [example, replacement]) => {
    if (!text.includes(example)) throw new Error(`"${command}" has no ${example}`)
    return text.replaceAll(example, replacement)
  }, command)
}
