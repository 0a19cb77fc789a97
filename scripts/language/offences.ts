import ts from 'typescript-5'
import { allowedNames, allowedTexts } from './allowed.ts'
import { bannedAsNames, bannedInNames, bannedOnScreen } from './banned-words.ts'

export type Offence = { location: string; text: string; instead: string }

const inNames = new Map(bannedInNames.map(({ word, instead }) => [word, instead]))
const asNames = new Map(bannedAsNames.map(({ word, instead }) => [word, instead]))

/** The words of an identifier or a file name, in lower case and singular: `placesOf` is place, of. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase().replace(/(?<=[a-z]{3})(es|s)$/, ''))

const betterWord = (name: string): string | undefined => {
  if (allowedNames.has(name)) return undefined
  const words = [...wordsOf(name), ...name.toLowerCase().split(/[^a-z]+/)]
  return words.map((word) => inNames.get(word)).find(Boolean) ?? asNames.get(name)
}

/** Declared names and the file's own path. Names that a file only uses are the business of the file that declares them. */
export function findNameOffences(file: string, code: string): Offence[] {
  const offences = file
    .split('/')
    .map((part) => ({ location: file, text: part, instead: betterWord(part.replace(/\.\w+$/, '')) }))
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node) => {
    const name = declaredName(node)
    if (name) {
      const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1
      offences.push({ location: `${file}:${line}`, text: name.text, instead: betterWord(name.text) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return offences.filter((offence): offence is Offence => offence.instead !== undefined)
}

/** The identifier that a node introduces. Properties of object literals are left out: they often belong to another interface. */
function declaredName(node: ts.Node): ts.Identifier | undefined {
  const declares =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertySignature(node)
  return declares && node.name && ts.isIdentifier(node.name) ? node.name : undefined
}

/** Texts of one file of the English catalogue, `{key: text}`. */
export function findScreenOffences(file: string, texts: Record<string, string>): Offence[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    bannedOnScreen
      .filter(({ phrase }) => phrase.test(text) && !allowedTexts.has(key))
      .map(({ instead }) => ({ location: `${file} ${key}`, text, instead })),
  )
}
