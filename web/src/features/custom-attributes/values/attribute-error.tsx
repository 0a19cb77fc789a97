/** Why a value was refused. */
export function AttributeError({ id, text }: { id?: string; text: string | null }) {
  if (text === null) return null
  return (
    <p id={id} role="alert" className="px-1.5 pt-1 pb-1.5 text-xs wrap-anywhere text-bad">
      {text}
    </p>
  )
}
