import { Spinner } from '../ui/display/spinner.tsx'

export function RoutePending() {
  return (
    <div aria-busy className="grid h-full place-items-center text-ink-3">
      <Spinner size={20} />
    </div>
  )
}
