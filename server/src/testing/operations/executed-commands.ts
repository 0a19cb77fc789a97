import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { repository } from './document.ts'

/** The functions of documented-commands.ts that run what their first argument says. */
const runners = new Set([
  'runDocumented',
  'runDocumentedStatement',
  'startDocumented',
  'startDocumentedServer',
])
const testFunctions = new Set(['describe', 'it', 'test'])

/** The commands of docs/operations.md that the long tests run, with the files that do. */
export function findExecutedCommands(): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const file of globSync('server/src/**/*.long.ts', { cwd: repository }))
    for (const command of readExecutedCommands(file, readFileSync(join(repository, file), 'utf8')))
      files.set(command, [...(files.get(command) ?? []), file])
  return files
}

/**
 * Reads the calls, so that neither a comment nor a list claims what no test runs. Throws for a call whose command isn't in
 * the text, and in files with tests that may be skipped.
 */
export function readExecutedCommands(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const commands: string[] = []
  const skipped: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) commands.push(...commandsOfCall(node, source))
    if (isModifiedTest(node)) skipped.push(node.getText(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  if (commands.length > 0 && skipped.length > 0)
    throw new Error(`${file} has ${skipped.join(', ')}, so its commands may not be run`)
  return commands
}

function commandsOfCall({ expression, arguments: [first] }: ts.CallExpression, source: ts.SourceFile) {
  if (!ts.isIdentifier(expression) || !runners.has(expression.text)) return []
  const lines = first && ts.isArrayLiteralExpression(first) ? first.elements : first ? [first] : []
  return lines.map((line) => {
    if (ts.isStringLiteralLike(line)) return line.text
    const { line: index } = source.getLineAndCharacterOfPosition(line.getStart(source))
    throw new Error(`${source.fileName}:${index + 1}: the command must be a literal, to be found here`)
  })
}

/** Such as test.skip or test.runIf(…). */
const isModifiedTest = (node: ts.Node): node is ts.PropertyAccessExpression =>
  ts.isPropertyAccessExpression(node) &&
  ts.isIdentifier(node.expression) &&
  testFunctions.has(node.expression.text) &&
  /^(fails|runIf|skip|skipIf|todo)$/.test(node.name.text)
