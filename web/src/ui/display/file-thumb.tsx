import { clsx } from 'clsx'
import { useState } from 'react'

/** A preview of a file, or its extension. Decorative: the name is next to it. */
export function FileThumb({ name, src, type }: { name: string; src: string | null; type: string }) {
  // Whether a preview exists is only known after requesting it.
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (src && src !== failedSrc)
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        onError={() => setFailedSrc(src)}
        className="size-8 shrink-0 rounded-md bg-press object-cover"
      />
    )
  const kind = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ?? type.split('/')[1]?.slice(0, 4) ?? ''
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-8 shrink-0 place-items-center rounded-md text-[9px] leading-none font-bold uppercase',
        kind.toLowerCase() === 'pdf' ? 'bg-bad-subtle text-bad' : 'bg-calm-subtle text-calm',
      )}
    >
      {kind || '…'}
    </span>
  )
}
