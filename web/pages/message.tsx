import type { ReactNode } from 'react';
import styles from './message.module.css';

export const MessagePage = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>;
