import type { ReactNode } from 'react';
import styles from './message.module.css';

/** A page that says one thing, in its middle, and offers a way on. */
export const MessagePage = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>;
