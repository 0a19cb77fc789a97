export type BlockFieldProps<Block> = {
  block: Block
  /** What is wrong with a field of the block, if it should be shown already. */
  problemOf: (path: string) => string | undefined
  onSubmit: () => void
  onChange: (block: Block) => void
}
