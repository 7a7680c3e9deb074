/** A sky-blue speech bubble that carries the star of the flag. */
export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path fill="#3f87d6" d="M8 4h32a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H24l-10 8v-8H8a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6z" />
      <path fill="#fff" d="M24 8l3.1 9.4h9.9l-8 5.8 3.1 9.4-8.1-5.8-8.1 5.8 3.1-9.4-8-5.8h9.9z" />
    </svg>
  );
}
