import { checkTable } from '#tests/support/check-table.ts';

checkTable('commas', {
  development: [
    ['haa berri ayaan imanayaa', 'Haa, berri ayaan imanayaa.'],
    ['maya maanta ma shaqaynayo', 'Maya, maanta ma shaqaynayo.'],
    ['waan raadiyay laakiin ma helin', 'Waan raadiyay, laakiin ma helin.'],
    ['wuu daallanaa waayo habeenkii oo dhan ma seexan', 'Wuu daallanaa, waayo habeenkii oo dhan ma seexan.'],
    ['aniga waan tagay isaguna wuu haray', 'Aniga waan tagay, isaguna wuu haray.'],
    [
      "roob badan ayaa da'ay sidaas darteed waddadu way xidhan tahay",
      "Roob badan ayaa da'ay, sidaas darteed waddadu way xidhan tahay.",
    ],
    [
      'biyaha kari dabadeedna cunugga sii',
      'Biyaha kari, dabadeedna cunugga sii.',
      'Biyaha kari dabadeedna cunugga sii.',
    ],
    [
      'haddii aad xanuun dareento dhakhtarka wac',
      'Haddii aad xanuun dareento, dhakhtarka wac.',
      'Haddii aad xanuun dareento dhakhtarka wac.',
    ],
    ['waxaan ahay macallin waxaan dhigaa xisaabta', 'Waxaan ahay macallin, waxaan dhigaa xisaabta.'],
    ['lacagta maanta ayaan diray mana gaarin', 'Lacagta maanta ayaan diray, mana gaarin.'],
    ['walaal fadlan i caawi', 'Walaal, fadlan i caawi.'],
    ['waxay ku nooshahay xeebta magaalada', 'Waxay ku nooshahay xeebta magaalada.'],
    ['buugga aad shalay iibsatay ii keen', 'Buugga aad shalay iibsatay ii keen.'],
    ['dadka badan ee suuqa jooga way iibsanayaan khudaarta', 'Dadka badan ee suuqa jooga way iibsanayaan khudaarta.'],
    ['wuxuu yimid isagoo faraxsan', 'Wuxuu yimid isagoo faraxsan.'],
    [
      'waxaan codsaday sharci deganaansho ilaa haddana jawaab ma helin',
      'Waxaan codsaday sharci deganaansho ilaa haddana jawaab ma helin.',
    ],
  ],
  final: [
    ['haa waan fahmay mahadsanid', 'Haa, waan fahmay, mahadsanid.', 'Haa, waan fahmay mahadsanid.'],
    ['maya aniga ma ihi', 'Maya, aniga ma ihi.'],
    ['guriga waan jeclahay laakiin kiradu way badan tahay', 'Guriga waan jeclahay, laakiin kiradu way badan tahay.'],
    ['ha iman waayo waan bukaa', 'Ha iman, waayo waan bukaa.'],
    ['carruurtu way seexdeen hooyadoodna way shaqaynaysaa', 'Carruurtu way seexdeen, hooyadoodna way shaqaynaysaa.'],
    ['baska waan seegay sidaa darteed lug baan ku imid', 'Baska waan seegay, sidaa darteed lug baan ku imid.'],
    ['marka hore foomka buuxi kadibna halkan ku celi', 'Marka hore foomka buuxi, kadibna halkan ku celi.'],
    ['markii uu aqalka soo galay cidna ma joogin', 'Markii uu aqalka soo galay, cidna ma joogin.'],
    ['dawada subaxdii qaado ee ha illoobin', 'Dawada subaxdii qaado, ee ha illoobin.'],
    ['waan ku raadiyay kumana arag', 'Waan ku raadiyay, kumana arag.'],
    ['adeer meesha waan garanayaa', 'Adeer, meesha waan garanayaa.', 'Adeer meesha waan garanayaa.'],
    ['wiilka yar ee gaduudan waa walaalkay', 'Wiilka yar ee gaduudan waa walaalkay.'],
    ['waxaan doonayaa inaan lacag diro', 'Waxaan doonayaa inaan lacag diro.'],
    ['gabadhii shalay timid ayaa weli halkan joogta', 'Gabadhii shalay timid ayaa weli halkan joogta.'],
    ['wuxuu wax ku bartaa jaamacadda magaalada', 'Wuxuu wax ku bartaa jaamacadda magaalada.'],
  ],
});
