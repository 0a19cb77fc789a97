import { readAttribute } from '@parley/contract/attribute-values'
import { type RuleType, ruleOperatorsOf } from '@parley/contract/automation-fields'
import type { RuleCondition, RuleWrite } from '@parley/contract/automation-rules'
import { cleanShortAuthored } from '../../authored-html/clean.ts'
import { invalid } from '../../http/errors.ts'
import { findProblem, wordProblem } from '../../liquid.ts'
import { snoozedId } from '../conversations/set-status.ts'
import { fieldOf, type Known } from './fields.ts'
import { listed, type Names } from './names.ts'
import { isTagAction, listOfAction } from './reasons.ts'
import type { Body, StoredAction } from './rule.ts'
import { thresholdsOf } from './thresholds.ts'

export type Checkable = Pick<RuleWrite, 'type' | 'events' | 'rules'>

/** What a rule says, as it is stored; refused by its place where it names what does not exist or asks what cannot be asked. */
export async function readRule(
  names: Names,
  { type, events, rules: [body] }: Checkable,
): Promise<{ events: RuleWrite['events']; body: Body }> {
  if (!body) throw invalid('rules', 'A rule needs conditions and actions')
  if (type === 'conversation_update' && events.length === 0)
    throw invalid('events', 'Choose what this rule waits for')
  const groups = body.groups.map(({ logical_op, rules }, g) => ({
    logical_op,
    rules: rules.map((row, r) => readCondition(names, type, row, `rules.0.groups.${g}.rules.${r}`)),
  }))
  const actions: StoredAction[] = []
  for (const [place, action] of body.actions.entries())
    actions.push(await readAction(names, action, `rules.0.actions.${place}`, body.actions.slice(0, place)))
  const stored = { groups, group_operator: body.group_operator, actions }
  if (type === 'time_trigger' && thresholdsOf(stored).length === 0)
    throw invalid(
      'rules.0.groups',
      'Say after how many hours this rule acts: add a condition such as "hours since created greater than 24"',
    )
  return { events: type === 'conversation_update' ? events : [], body: stored }
}

type Row = RuleWrite['rules'][number]['groups'][number]['rules'][number]

function readCondition(names: Names, type: RuleType, row: Row, path: string): RuleCondition {
  const known = fieldOf(row, names.attributes)
  if (!known)
    throw invalid(
      `${path}.field`,
      row.field_type === 'conversation'
        ? `Rules know no field "${row.field}"`
        : `There is no custom attribute "${row.field}"`,
    )
  if (known.in && !known.in.includes(type))
    throw invalid(`${path}.field`, `"${row.field}" is known to rules for changes of a conversation only`)
  const allowed: readonly string[] = ruleOperatorsOf[known.kind]
  if (!allowed.includes(row.operator))
    throw invalid(`${path}.operator`, `"${row.field}" cannot be asked with "${row.operator}"`)
  if (row.operator === 'set' || row.operator === 'not set') return { ...row, value: '' }
  const value = row.value.trim()
  const refusal = value === '' ? 'Say what to compare with' : valueRefusal(names, known, row, value)
  if (refusal) throw invalid(`${path}.value`, refusal)
  return { ...row, value }
}

function valueRefusal(names: Names, known: Known, { operator, field }: Row, value: string): string | null {
  switch (known.kind) {
    case 'choice': {
      const there = known.of && names[known.of].has(value)
      return there || (known.of === 'priorities' && value === '0') ? null : `There is no ${field} ${value}`
    }
    case 'tags': {
      const missing = listed(value).find((id) => !names.tags.has(id))
      return missing === undefined ? null : `There is no tag ${missing}`
    }
    case 'words':
      return known.values?.includes(value) ? null : `This is one of ${known.values?.join(', ')}`
    case 'hours':
      return /^\d{1,5}(\.\d{1,2})?$/.test(value) ? null : 'Give a number of hours, such as 24 or 0.5'
    case 'number':
      return Number.isFinite(Number(value)) ? null : 'Give a number, such as 42 or 3.5'
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'This is true or false'
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(value) ? null : 'Give a date, such as 2026-12-31'
    case 'text': {
      if (operator === 'contains' || operator === 'not contains')
        return listed(value).length > 0 ? null : 'Say what to look for'
      const reading =
        known.attribute?.data_type === 'list' ? readAttribute(known.attribute, value) : { value }
      return 'refusal' in reading ? reading.refusal : null
    }
  }
}

async function readAction(
  names: Names,
  { type, value }: StoredAction,
  path: string,
  before: readonly StoredAction[],
): Promise<StoredAction> {
  if (type === 'send_csat') return { type, value: ['0'] }
  const at = `${path}.value`
  if (value.length === 0 || value.some((one) => one.trim() === ''))
    throw invalid(at, 'Say what this action sets')
  const list = listOfAction(type)
  if (list) {
    // Of two that set the same thing, one does nothing.
    if (before.some((other) => other.type === type))
      throw invalid(`${path}.type`, `The action "${type}" is there twice. Keep one of them`)
    const [id = '', ...more] = value
    if (more.length > 0) throw invalid(at, `The action "${type}" takes one id`)
    if (!names[list].has(id)) throw invalid(at, `The action "${type}" names "${id}", which does not exist`)
    if (type === 'set_status' && id === String(snoozedId))
      throw invalid(at, 'A rule cannot snooze, since it has no time to snooze until')
    return { type, value: [id] }
  }
  if (isTagAction(type)) return { type, value: [...new Set(value.map((name) => tagId(names, name, at)))] }
  return { type, value: [await readText(value, at)] }
}

function tagId({ tags }: Names, name: string, path: string): string {
  const wanted = name.trim().toLowerCase()
  for (const [id, known] of tags) if (known.toLowerCase() === wanted) return id
  throw invalid(path, `There is no tag "${name}"`)
}

/** Harmless HTML, and a template that can be filled in, also after cleaning. */
async function readText([html = '', ...more]: readonly string[], path: string): Promise<string> {
  if (more.length > 0) throw invalid(path, 'This action sends one text')
  const clean = cleanShortAuthored(html, path).content
  const problem = (await findProblem(html)) ?? (await findProblem(clean))
  if (problem) throw invalid(path, `The text cannot be filled in. ${wordProblem(problem)}`)
  if (clean.replace(/<(?!img\b)[^>]*>|&nbsp;/gi, '').trim() === '')
    throw invalid(path, 'Write what is to be sent')
  return clean
}
