import type { ReadinessPart } from '@parley/contract/settings/health'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Server parts that need an administrator's attention. Each disappears once the part is healthy. */
export function HealthNotices({ parts }: { parts: readonly ReadinessPart[] }) {
  const { t } = useTranslation()
  return parts.map(({ name, state, message }) => (
    <div
      key={name}
      role="status"
      className={`mb-2 flex shrink-0 items-start gap-2 rounded-lg px-3 py-1.5 max-md:mx-2 ${state === 'down' ? 'bg-bad-subtle' : 'bg-warn-subtle'}`}
    >
      <TriangleAlert
        size={16}
        aria-hidden
        className={`mt-1 shrink-0 ${state === 'down' ? 'text-bad' : 'text-warn'}`}
      />
      <p className="my-0.5 min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">{t(`health.part.${name}`)}</b> {message}
      </p>
    </div>
  ))
}
