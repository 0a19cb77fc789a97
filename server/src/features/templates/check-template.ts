import {
  contentSlot,
  isSignInTemplate,
  type TemplateProblem,
  type TemplateType,
} from '@parley/contract/templates/templates'
import { fillFrame } from '@parley/mail/compose/frame'
import { invalid } from '../../http/errors.ts'
import {
  BrokenTemplate,
  findLiquidProblem,
  formatProblem,
  type LiquidProblem,
  renderTemplate,
} from '../../liquid.ts'
import { renderFrame, slotMarker } from './message-frame.ts'
import { sampleValues } from './sample-values.ts'
import { hasSignInLink } from './sign-in-link.ts'

type TemplateSource = { type: TemplateType; name: string; subject: string | null; body: string }

/** Finds what is wrong with a template by parsing it and rendering it once; null if it is valid. */
export async function checkTemplate({
  type,
  name,
  subject,
  body,
}: TemplateSource): Promise<TemplateProblem | null> {
  const isNotification = type === 'email_notification'
  const subjectProblem = isNotification ? await tryRender(subject ?? '', 'text') : null
  if (subjectProblem) return { path: 'subject', ...subjectProblem }
  const bodyProblem = await tryRender(body, 'html', isNotification ? [] : ['content'])
  if (bodyProblem) return { path: 'body', ...bodyProblem }
  if (isNotification && isSignInTemplate(name) && !(await hasSignInLink(body, sampleValues)))
    return { path: 'body', ...locateProblem(body, /\{\{-?\s*(?:link|button)\b/i, buttonRule) }
  if (isNotification || fillFrame(await renderFrame(body, sampleValues), '')) return null
  if (body.trim() === contentSlot) return null
  return { path: 'body', ...locateProblem(body, /\{\{-?\s*content\b/, slotRule) }
}

/** Throws for an invalid template, with the message, line and column of its first problem. */
export async function assertTemplateUsable(source: TemplateSource): Promise<void> {
  const problem = await checkTemplate(source)
  if (problem) throw invalid(problem.path, formatProblem(problem))
}

async function tryRender(
  source: string,
  kind: 'html' | 'text',
  extraNames: string[] = [],
): Promise<LiquidProblem | null> {
  const problem = await findLiquidProblem(source, extraNames)
  if (problem) return problem
  try {
    await renderTemplate(source, sampleValues, kind, { content: slotMarker })
    return null
  } catch (error) {
    if (error instanceof BrokenTemplate) return error.problem
    throw error
  }
}

const slotRule = {
  missing: `Add ${contentSlot} where the reply should go. Without it, the reply isn’t sent`,
  misplaced: `Use ${contentSlot} exactly once, on its own in the text, so the whole reply is sent`,
}
const buttonRule = {
  missing: 'Add {{ button }} where the button should go. Without it, recipients can’t follow the link',
  misplaced: 'Use {{ button }} on its own in the text. Its link can’t be used elsewhere',
}

/** The position of the pattern, or of the start if it is missing. */
function locateProblem(
  body: string,
  pattern: RegExp,
  rule: { missing: string; misplaced: string },
): LiquidProblem {
  const offset = body.search(pattern)
  if (offset < 0) return { line: 1, column: 1, message: rule.missing }
  const before = body.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, message: rule.misplaced }
}
