import { isSignInTemplate, slot, type TemplateProblem, type TemplateType } from '@parley/contract/templates'
import { fillFrame } from '@parley/mail/frame'
import { invalid } from '../../http/errors.ts'
import { BrokenTemplate, fillTemplate, findProblem, type Problem, wordProblem } from '../../liquid.ts'
import { showsAction } from '../system-mail/sign-in-mail.ts'
import { framed, slotMark } from './frame.ts'
import { sampleValues } from './sample.ts'

type Source = { type: TemplateType; name: string; subject: string | null; body: string }

/** What is wrong with a template, found by reading it and by filling it in once; null when it can be used. */
export async function checkTemplate({ type, name, subject, body }: Source): Promise<TemplateProblem | null> {
  const isNotification = type === 'email_notification'
  const ofSubject = isNotification ? await tryOut(subject ?? '', 'text') : null
  if (ofSubject) return { path: 'subject', ...ofSubject }
  const ofBody = await tryOut(body, 'html', isNotification ? [] : ['content'])
  if (ofBody) return { path: 'body', ...ofBody }
  if (isNotification && isSignInTemplate(name) && !(await showsAction(body, sampleValues)))
    return { path: 'body', ...placeOf(body, /\{\{-?\s*(?:link|button)\b/i, buttonRule) }
  if (isNotification || fillFrame(await framed(body, sampleValues), '')) return null
  if (body.trim() === slot) return null
  return { path: 'body', ...placeOf(body, /\{\{-?\s*content\b/, slotRule) }
}

/** Refuses a broken template with the sentence, line and column of its first problem. */
export async function mustBeUsable(source: Source): Promise<void> {
  const problem = await checkTemplate(source)
  if (problem) throw invalid(problem.path, wordProblem(problem))
}

async function tryOut(source: string, kind: 'html' | 'text', known: string[] = []): Promise<Problem | null> {
  const problem = await findProblem(source, known)
  if (problem) return problem
  try {
    await fillTemplate(source, sampleValues, kind, { content: slotMark })
    return null
  } catch (error) {
    if (error instanceof BrokenTemplate) return error.problem
    throw error
  }
}

const slotRule = {
  missing: `Write ${slot} where the reply is to stand: nothing of it would be sent`,
  misplaced: `${slot} must stand once and by itself, in the text, so that all of the reply is sent`,
}
const buttonRule = {
  missing: 'Write {{ button }} where the button goes: without it nobody can follow the email',
  misplaced: 'Put {{ button }} in the text by itself. Its link cannot be used in other places',
}

/** Of what the pattern looks for, where there is one. */
function placeOf(body: string, pattern: RegExp, rule: { missing: string; misplaced: string }): Problem {
  const at = body.search(pattern)
  if (at < 0) return { line: 1, column: 1, message: rule.missing }
  const before = body.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, message: rule.misplaced }
}
