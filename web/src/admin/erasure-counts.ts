import { type Erasure, erasureKinds } from '@parley/contract/privacy/privacy'
import type { TFunction } from 'i18next'

/** What an erasure removes or has removed, in the same words before and after. Without what is zero. */
export const erasureCounts = (counts: Erasure['counts'], t: TFunction): string[] =>
  erasureKinds.flatMap((kind) => {
    const count = counts[kind]
    return count ? [t(`privacy.count.${kind}`, { count })] : []
  })
