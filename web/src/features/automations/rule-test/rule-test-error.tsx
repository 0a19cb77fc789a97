import { ApiError } from '../../../api/api-error.ts'

/** Why the rule could not be tested. */
export function RuleTestError({ error }: { error: Error }) {
  const details = error instanceof ApiError ? error.errors.map(({ message }) => message) : []
  const sentences = details.length > 0 ? details : [error.message]
  return (
    <ul role="alert" className="space-y-0.5 text-bad">
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence.replace(/\.$/, '')}.</li>
      ))}
    </ul>
  )
}
