import { checkTable } from '#tests/support/check-table.ts';

checkTable('years', {
  development: [
    ['waxaan dhashay kun sagaal boqol iyo sagaashan iyo shan', 'Waxaan dhashay 1995.'],
    ['waxay dhalatay laba kun iyo siddeed', 'Waxay dhalatay 2008.'],
    ['wuxuu dhashay kun iyo sagaal boqol iyo toddobaatan', 'Wuxuu dhashay 1970.'],
    ['tan iyo kun sagaal boqol iyo kow iyo sagaashan dalka nabad ma arag', 'Tan iyo 1991 dalka nabad ma arag.'],
    ['waxaan halkaas joogay ilaa laba kun iyo toban', 'Waxaan halkaas joogay ilaa 2010.'],
    [
      'dugsiga waxaa la dhisay sanadkii kun sagaal boqol iyo shan iyo siddeetan',
      'Dugsiga waxaa la dhisay sanadkii 1985.',
    ],
    ['bisha maarso laba kun iyo labaatan ayuu yimid', 'Bisha Maarso 2020 ayuu yimid.'],
    [
      'waxaan ka shaqeeyay laga bilaabo laba kun iyo laba ilaa laba kun iyo toddoba',
      'Waxaan ka shaqeeyay laga bilaabo 2002 ilaa 2007.',
    ],
    ['xisbigu wuxuu helay kun sagaal boqol iyo sagaashan iyo shan cod', 'Xisbigu wuxuu helay 1,995 cod.'],
    ['waxaa yimid laba kun iyo toban qof', 'Waxaa yimid 2,010 qof.'],
    ['waxaa dhashay kun iyo shan boqol oo carruur ah', 'Waxaa dhashay 1,500 oo carruur ah.'],
    ['waxaan bixiyay kun iyo laba boqol', 'Waxaan bixiyay 1,200.'],
    [
      'kirada waxaa la gaarsiiyay ilaa kun iyo laba boqol oo doolar',
      'Kirada waxaa la gaarsiiyay ilaa 1,200 oo doolar.',
    ],
    ['aabbahay wuxuu dhintay sannadkii laba kun iyo saddex', 'Aabbahay wuxuu dhintay sannadkii 2003.'],
    ['waxaan guursaday sannadkii laba kun', 'Waxaan guursaday sannadkii 2000.'],
    ['kow iyo labaatan luulyo kun sagaal boqol iyo lixdan', '21 Luulyo 1960.'],
    ['waxaan ku dhashay burco kun sagaal boqol iyo siddeetan iyo siddeed', 'Waxaan ku dhashay Burco 1988.'],
    ['intii u dhaxaysay kun sagaal boqol iyo sagaashan iyo laba kun', 'Intii u dhaxaysay 1990 iyo 2000.'],
    ['buuggu wuxuu leeyahay kun sagaal boqol oo bog', 'Buuggu wuxuu leeyahay 1,900 oo bog.'],
    ['waxay dhalatay laba kun iyo shan iyo tobankii', 'Waxay dhalatay 2015-kii.'],
    ['waxay dhalatay laba kun iyo kow maalin axad ah', 'Waxay dhalatay 2001 maalin Axad ah.'],
    [
      'waxaan joogay kun sagaal boqol iyo sagaashan ilaa kun sagaal boqol iyo sagaashan iyo shan',
      'Waxaan joogay 1990 ilaa 1995.',
    ],
  ],
  final: [
    ['walaashay waxay dhalatay kun sagaal boqol iyo sagaashan iyo sagaal', 'Walaashay waxay dhalatay 1999.'],
    ['inankaygu wuxuu dhashay laba kun iyo shan iyo toban', 'Inankaygu wuxuu dhashay 2015.'],
    [
      'dagaalku wuxuu bilaabmay sannadkii kun sagaal boqol iyo siddeed iyo siddeetan',
      'Dagaalku wuxuu bilaabmay sannadkii 1988.',
    ],
    ['tan iyo laba kun iyo lix waxaan ku noolahay minneapolis', 'Tan iyo 2006 waxaan ku noolahay Minneapolis.'],
    ['ilaa kun sagaal boqol iyo lixdan iyo sagaal ayuu madaxweyne ahaa', 'Ilaa 1969 ayuu madaxweyne ahaa.'],
    [
      'shaqada waxaan bilaabay bishii abriil laba kun iyo sagaal iyo toban',
      'Shaqada waxaan bilaabay bishii Abriil 2019.',
    ],
    ['adhiga waxaan ku iibiyay laba kun iyo labaatan', 'Adhiga waxaan ku iibiyay 2,020.'],
    ['sanadka laba kun iyo lix iyo labaatan ayaan qalin jabinayaa', 'Sanadka 2026 ayaan qalin jabinayaa.'],
    ['waxaa la xiray kun sagaal boqol iyo sagaashan nin', 'Waxaa la xiray 1,990 nin.'],
    ['ilaa laba kun iyo toban qof ayaa yimid', 'Ilaa 2,010 qof ayaa yimid.'],
    ['laba kun iyo shan boqol oo doolar ayaan haystaa', '2,500 oo doolar ayaan haystaa.'],
    ['ayeeyday waxay dhalatay kun sagaal boqol iyo afartan', 'Ayeeyday waxay dhalatay 1940.'],
    ['sannadkii kun siddeed boqol iyo sagaashan', 'Sannadkii 1890.'],
    ['xamar ayaan ku dhashay kun sagaal boqol iyo konton iyo laba', 'Xamar ayaan ku dhashay 1952.'],
    [
      'laga soo bilaabo laba kun iyo kow ilaa laba kun iyo afar jaamacad ayaan dhiganayay',
      'Laga soo bilaabo 2001 ilaa 2004 jaamacad ayaan dhiganayay.',
    ],
    [
      'tan iyo bishii oktoobar laba kun iyo saddex iyo labaatan shaqo ma hayo',
      'Tan iyo bishii Oktoobar 2023 shaqo ma hayo.',
    ],
    ['gaarigu wuxuu socday kun iyo shan boqol oo mayl', 'Gaarigu wuxuu socday 1,500 oo mayl.'],
    ['taariikhda dhalashadiisu waa kun sagaal boqol iyo sagaashan iyo saddex', 'Taariikhda dhalashadiisu waa 1993.'],
    ['waxaan qalin jabiyay laba kun iyo kow iyo tobankii', 'Waxaan qalin jabiyay 2011-kii.'],
    ['iskuulka waxaa dhigta kun iyo sagaal boqol iyo toddobaatan arday', 'Iskuulka waxaa dhigta 1,970 arday.'],
  ],
});
